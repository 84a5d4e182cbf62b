import { useState } from 'react';
import { ORDERS, SORTS } from '@respa/contract/cloud';
import type { Order, Sort } from './api.ts';
import type { Look } from './items-view.tsx';

export type Choice = { look: Look; sort: Sort; order: Order };
const KEY = 'respa.cloud.view';
const FIRST: Choice = { look: 'grid', sort: 'name', order: 'asc' };

function read(): Choice {
  try {
    const { look, sort, order } = {
      ...FIRST,
      ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choice>),
    };
    return {
      look: look === 'list' ? 'list' : 'grid',
      sort: SORTS.includes(sort) ? sort : FIRST.sort,
      order: ORDERS.includes(order) ? order : FIRST.order,
    };
  } catch {
    return FIRST;
  }
}
/** Returns the member's choice of layout and order for folders, stored in this browser. */
export function useViewChoice(): [Choice, (change: Partial<Choice>) => void] {
  const [choice, setChoice] = useState(read);
  return [
    choice,
    (change) => {
      const next = { ...choice, ...change };
      localStorage.setItem(KEY, JSON.stringify(next));
      setChoice(next);
    },
  ];
}
