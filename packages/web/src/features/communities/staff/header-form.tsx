import { useState, type FormEvent } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { isLonger } from '@respa/contract/characters';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { mediaUrl } from '#lib/media.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { FormEnd } from '#ui/forms/form-end.tsx';
import { Form } from '#ui/forms/form.tsx';
import type { HeadChoice } from '#ui/media/head-form.ts';
import { HeadPictures } from '#ui/media/head-pictures.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { CommunityDetails } from '../api.ts';
import styles from './header-form.module.css';

export type HeaderInput = HeadChoice & { name: string; description: string };
type HeaderFormProps = {
  community?: CommunityDetails;
  isBusy: boolean;
  error: unknown;
  action: string;
  back: string;
  onSend: (input: HeaderInput) => void;
};

/** The form for a community's name, description and pictures. */
export function HeaderForm({ community, isBusy, error, action, back, onSend }: HeaderFormProps) {
  const [name, setName] = useState(community?.name ?? '');
  const [description, setDescription] = useState(community?.description ?? '');
  const [pictures, setPictures] = useState<HeadChoice>({ avatar: undefined, cover: undefined });
  const [wrong, setWrong] = useState('');
  const refusal =
    error instanceof ApiError && error.fields['name'] === undefined ? sentenceOf(error) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setWrong('Не введено имя');
    if (isLonger(description, LENGTHS.description) || isBusy) return;
    onSend({ name, description, ...pictures });
  };
  return (
    <Card>
      <CardHead title="Оформление" />
      <Form className={styles.form} onSubmit={submit}>
        <HeadPictures
          id={community?._id}
          avatar={mediaUrl('publicavatars', community?.avatarUrl ?? '', 640)}
          cover={mediaUrl('publicbanners', community?.bannerUrl ?? '')}
          avatarName="Фотография группы"
          coverName="Обложка группы"
          onChange={setPictures}
        />
        <TextField
          label="Название"
          required
          maxLength={LENGTHS.title}
          value={name}
          error={wrong || (error instanceof ApiError ? error.fields['name'] : undefined)}
          onChange={(value) => {
            setName(value);
            setWrong('');
          }}
        />
        <TextArea
          label="Описание"
          placeholder="О чём ваша группа"
          minRows={3}
          maxRows={12}
          limit={LENGTHS.description}
          value={description}
          onChange={setDescription}
        />
        <FormEnd wrong={refusal ?? ''} isBusy={isBusy} back={back} action={action} />
      </Form>
    </Card>
  );
}
