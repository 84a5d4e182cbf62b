import { useState, type FormEvent } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { useLeaveQuestion } from './use-leave-question.ts';
import { isBlank, isLonger } from '@respa/contract/characters';
import { useKeptFiles } from '#lib/member/kept-files.ts';
import { useKeptState } from '#lib/member/kept-state.ts';
import type { HeadChoice } from '#ui/media/head-form.ts';

const UNCHANGED: HeadChoice = { avatar: undefined, cover: undefined };
type Head = { name: string; description: string };
type HeadFieldsInput = {
  /** Where the input is kept until it is sent. */
  place: string;
  /** What is stored; undefined for a new page. */
  stored: Head | undefined;
  /** The error for an empty name. */
  noName: string;
  isBusy: boolean;
  onSend: (head: Head & HeadChoice) => Promise<unknown>;
};
export type HeadFieldsState = ReturnType<typeof useHeadFields>;

/** Holds the name, the description and the pictures of a community or a channel being edited. */
export function useHeadFields({ place, stored, noName, isBusy, onSend }: HeadFieldsInput) {
  const start = { name: stored?.name ?? '', description: stored?.description ?? '' };
  const [text, setText, forgetText, isRestored] = useKeptState(place, start);
  const [pictures, setPictures, forgetPictures] = useKeptFiles(place, UNCHANGED);
  const { name, description } = text;
  const [wrong, setWrong] = useState('');
  const isChanged =
    name !== start.name ||
    description !== start.description ||
    pictures.avatar !== undefined ||
    pictures.cover !== undefined;
  const forget = () => {
    forgetText();
    forgetPictures();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank(name)) return setWrong(noName);
    if (isLonger(description, LENGTHS.description) || isBusy) return;
    onSend({ name, description, ...pictures }).then(forget, () => {});
  };
  const typeName = (value: string) => {
    setText((before) => ({ ...before, name: value }));
    setWrong('');
  };
  const setDescription = (value: string) =>
    setText((before) => ({ ...before, description: value }));
  useLeaveQuestion(stored !== undefined && isChanged, forget);
  return {
    name,
    typeName,
    description,
    setDescription,
    pictures,
    setPictures,
    wrong,
    submit,
    restored: { isRestored, forget },
  };
}
