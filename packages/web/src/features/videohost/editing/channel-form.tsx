import { useState, type FormEvent } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { isLonger } from '@respa/contract/characters';
import { CATEGORIES, type Category } from '@respa/contract/videohost';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { mediaUrl } from '#lib/media.ts';
import { useNavigate } from '#lib/navigate.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { FormEnd } from '#ui/forms/form-end.tsx';
import { Form } from '#ui/forms/form.tsx';
import type { HeadChoice } from '#ui/media/head-form.ts';
import { HeadPictures } from '#ui/media/head-pictures.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Select } from '#ui/forms/select.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { Channel } from '../api.ts';
import styles from './forms.module.css';
import { useCreateChannel, useEditChannel, type ChannelInput } from './editing-api.ts';

export const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: value }));
const EMPTY = 'Не заполнены главные поля создания канала';

export function NewChannel() {
  const create = useCreateChannel();
  const navigate = useNavigate();
  const send = (input: ChannelInput) =>
    create.mutate(input, {
      onSuccess: ({ channel }) => {
        showToast('Канал создан', { tone: 'good' });
        navigate(`/videohost/channel/${channel._id}`);
      },
    });
  return (
    <ChannelForm
      isBusy={create.isPending}
      error={create.error}
      action="Создать канал"
      back="/videohost"
      onSend={send}
    />
  );
}
export function ChangedChannel({ channel }: { channel: Channel }) {
  const edit = useEditChannel(channel._id);
  const navigate = useNavigate();
  const place = `/videohost/channel/${channel._id}`;
  return (
    <ChannelForm
      channel={channel}
      isBusy={edit.isPending}
      error={edit.error}
      action="Сохранить"
      back={place}
      onSend={(input) =>
        edit.mutate(input, {
          onSuccess: () => {
            showToast('Сохранено', { tone: 'good' });
            navigate(place);
          },
        })
      }
    />
  );
}
type ChannelFormProps = {
  channel?: Channel;
  isBusy: boolean;
  error: unknown;
  action: string;
  back: string;
  onSend: (input: ChannelInput) => void;
};
/** The form for a channel's name, description and pictures. */
function ChannelForm({ channel, isBusy, error, action, back, onSend }: ChannelFormProps) {
  const [name, setName] = useState(channel?.name ?? '');
  const [description, setDescription] = useState(channel?.description ?? '');
  const [category, setCategory] = useState<Category>(channel?.category ?? CATEGORIES[0]);
  const [pictures, setPictures] = useState<HeadChoice>({ avatar: undefined, cover: undefined });
  const [wrong, setWrong] = useState('');
  const refusal = wrong || (error ? sentenceOf(error) : '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setWrong(EMPTY);
    if (isLonger(description, LENGTHS.description) || isBusy) return;
    onSend({ name, description, category, ...pictures });
  };
  return (
    <Card>
      <CardHead title="Оформление" />
      <Form className={styles.form} onSubmit={submit}>
        <HeadPictures
          id={channel?._id}
          avatar={mediaUrl('channelavatars', channel?.avatarUrl ?? '', 640)}
          cover={mediaUrl('channelbanners', channel?.bannerUrl ?? '')}
          avatarName="Фотография канала"
          coverName="Обложка канала"
          onChange={setPictures}
        />
        <TextField
          label="Название"
          required
          maxLength={LENGTHS.title}
          value={name}
          data-wrong={wrong === '' ? undefined : true}
          error={error instanceof ApiError ? error.fields['name'] : undefined}
          onChange={(value) => {
            setName(value);
            setWrong('');
          }}
        />
        <Select
          label="Категория"
          value={category}
          options={CATEGORY_OPTIONS}
          onChange={setCategory}
        />
        <TextArea
          label="Описание"
          placeholder="О чём ваш канал"
          minRows={3}
          maxRows={12}
          limit={LENGTHS.description}
          value={description}
          onChange={setDescription}
        />
        <FormEnd wrong={refusal} isBusy={isBusy} back={back} action={action} />
      </Form>
    </Card>
  );
}
