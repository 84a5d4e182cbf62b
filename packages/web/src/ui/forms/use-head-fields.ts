import { useState, type FormEvent } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { isBlank, isLonger } from '@respa/contract/characters';
import type { HeadChoice } from '#ui/media/head-form.ts';

type Head = { name: string; description: string };
type HeadFieldsInput = {
  /** What is stored; undefined for a new page. */
  stored: Head | undefined;
  /** The error for an empty name. */
  noName: string;
  isBusy: boolean;
  onSend: (head: Head & HeadChoice) => void;
};
export type HeadFieldsState = ReturnType<typeof useHeadFields>;

/** Holds the name, the description and the pictures of a community or a channel being edited. */
export function useHeadFields({ stored, noName, isBusy, onSend }: HeadFieldsInput) {
  const [name, setName] = useState(stored?.name ?? '');
  const [description, setDescription] = useState(stored?.description ?? '');
  const [pictures, setPictures] = useState<HeadChoice>({ avatar: undefined, cover: undefined });
  const [wrong, setWrong] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank(name)) return setWrong(noName);
    if (isLonger(description, LENGTHS.description) || isBusy) return;
    onSend({ name, description, ...pictures });
  };
  const typeName = (value: string) => {
    setName(value);
    setWrong('');
  };
  return { name, typeName, description, setDescription, setPictures, wrong, submit };
}
