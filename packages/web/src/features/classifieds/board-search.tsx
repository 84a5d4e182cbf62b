import { useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import { AD_SORTS as SORTS } from '@respa/contract/classifieds';
import { parsePrice } from '@respa/contract/classified-rules';
import { CLASSIFIEDS } from '@respa/contract/limits';
import { IconBellPlus, IconSearch } from '#ui/icons.ts';
import { sentenceOf } from '#lib/network/call.ts';
import { useSettled } from '#lib/network/settled.ts';
import { Button } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Checkbox } from '#ui/forms/checkbox.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Select } from '#ui/forms/select.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { useOffers, useSaveSearch, type Wanted } from './api.ts';
import styles from './board-search.module.css';
import { GameField } from './game-field.tsx';
import { OffersGrid } from './offers-grid.tsx';
import { offersOf, SORT_WORDS } from './words.ts';

const FIELDS = ['q', 'game', 'from', 'to'] as const;
const typedIn = (address: URLSearchParams) =>
  Object.fromEntries(FIELDS.map((name) => [name, address.get(name) ?? ''])) as Record<
    (typeof FIELDS)[number],
    string
  >;
const WRONG = 'Целое число рублей';
/**
 * Reads a price of the form: null for an empty field, a number, or undefined for an invalid price.
 */
const readPrice = (text: string): number | null | undefined =>
  text.trim() === '' ? null : (parsePrice(text) ?? undefined);

/**
 * The search with its filters, which are stored in the address, and a button that saves the search.
 */
export function BoardSearch() {
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState(() => typedIn(address));
  const { key } = useLocation();
  const isOurs = useNavigationType() === 'REPLACE';
  const [entered, setEntered] = useState(key);
  if (key !== entered) {
    setEntered(key);
    // After a navigation to another address of this page, by a link or back, the form shows that
    // address.
    if (!isOurs) setTyped(typedIn(address));
  }
  const put = (change: Record<string, string>) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const type = (name: (typeof FIELDS)[number]) => (value: string) => {
    setTyped({ ...typed, [name]: value });
    put({ [name]: value.trim() });
  };
  const settled = useSettled(typed);
  const [from, to] = [readPrice(settled.from), readPrice(settled.to)];
  const pictures = address.get('pictures') === 'true';
  const sort = SORTS.find((one) => one === address.get('sort')) ?? 'new';
  const wanted: Wanted = {
    q: settled.q.trim(),
    game: settled.game.trim(),
    from: from ?? null,
    to: to ?? null,
    pictures,
    sort,
  };
  const list = useOffers(wanted);
  const save = useSaveSearch();
  const isNarrowed =
    wanted.q !== '' || wanted.game !== '' || wanted.from !== null || wanted.to !== null;
  const clear = () => {
    setTyped({ q: '', game: '', from: '', to: '' });
    setAddress({}, { replace: true });
  };
  const keep = () =>
    save.mutate(wanted, {
      onSuccess: () =>
        showToast('Поиск сохранён: о новых объявлениях придёт уведомление', { tone: 'good' }),
      onError: (error) => showToast(sentenceOf(error), { tone: 'bad' }),
    });
  return (
    <>
      <Card as="div" role="search" className={styles.form}>
        <TextField
          className={styles.q}
          label="Что ищете"
          hideLabel
          type="search"
          placeholder="Название, описание или игра"
          icon={<IconSearch aria-hidden="true" />}
          value={typed.q}
          maxLength={100}
          onChange={type('q')}
        />
        <GameField value={typed.game} onChange={type('game')} />
        <TextField
          label="Цена от"
          inputMode="numeric"
          maxLength={20}
          value={typed.from}
          onChange={type('from')}
          error={from === undefined ? WRONG : undefined}
        />
        <TextField
          label="Цена до"
          inputMode="numeric"
          maxLength={20}
          value={typed.to}
          onChange={type('to')}
          error={to === undefined ? WRONG : undefined}
        />
        <Select
          label="Порядок"
          value={sort}
          options={SORTS.map((value) => ({ value, label: SORT_WORDS[value] }))}
          onChange={(value) => put({ sort: value === 'new' ? '' : value })}
        />
        <div className={styles.more}>
          <Checkbox
            label="Только с картинками"
            checked={pictures}
            onChange={(on) => put({ pictures: on ? 'true' : '' })}
          />
          {isNarrowed ? (
            <Button
              icon={<IconBellPlus size={18} aria-hidden="true" />}
              busy={save.isPending}
              onClick={keep}
            >
              Сохранить поиск
            </Button>
          ) : null}
        </div>
      </Card>
      <p className={styles.found} role="status">
        {list.data
          ? `Найдено: ${offersOf(list.data.pages[0]?.count ?? 0, CLASSIFIEDS.counted)}`
          : '\u00a0'}
      </p>
      <OffersGrid
        list={list}
        empty={
          <EmptyState
            art="search"
            text="Ничего не нашли"
            more={
              isNarrowed
                ? 'Измените запрос или сохраните его: сообщим, когда появится.'
                : 'Здесь пока что ничего нет'
            }
            action={
              isNarrowed || pictures ? <Button onClick={clear}>Сбросить поиск</Button> : undefined
            }
          />
        }
      />
    </>
  );
}
