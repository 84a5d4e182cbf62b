import { CATEGORIES, type Category } from '@respa/contract/videohost';
import { useNaming } from '#features/people/parts.ts';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { useKeptState } from '#lib/member/kept-state.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { FormEnd } from '#ui/forms/form-end.tsx';
import { Form } from '#ui/forms/form.tsx';
import { HeadFields } from '#ui/forms/head-fields.tsx';
import { useHeadFields } from '#ui/forms/use-head-fields.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { Select } from '#ui/forms/select.tsx';
import type { Channel } from '../api.ts';
import styles from './forms.module.css';
import { useCreateChannel, useEditChannel, type ChannelInput } from './editing-api.ts';

export const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, label: value }));
const EMPTY = 'Не заполнены главные поля создания канала';

export function NewChannel() {
  const create = useCreateChannel();
  const navigate = useNavigate();
  const send = async (input: ChannelInput) => {
    const { channel } = await create.mutateAsync(input);
    showToast('Канал создан', { tone: 'good' });
    navigate(`/videohost/channel/${channel._id}`);
  };
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
      onSend={async (input) => {
        await edit.mutateAsync(input);
        showToast('Сохранено', { tone: 'good' });
        navigate(place);
      }}
    />
  );
}
type ChannelFormProps = {
  channel?: Channel;
  isBusy: boolean;
  error: unknown;
  action: string;
  back: string;
  onSend: (input: ChannelInput) => Promise<unknown>;
};
/** The form for a channel's name, description and pictures. */
function ChannelForm({ channel, isBusy, error, action, back, onSend }: ChannelFormProps) {
  const place = `channel.${channel?._id ?? 'new'}`;
  const [category, setCategory, forgetCategory] = useKeptState<Category>(
    `${place}.category`,
    channel?.category ?? CATEGORIES[0],
  );
  const head = useHeadFields({
    place,
    stored: channel,
    noName: EMPTY,
    isBusy,
    onSend: async (fields) => {
      await onSend({ ...fields, ...naming.mentions(), category });
      forgetCategory();
    },
  });
  const naming = useNaming(place, head.description, head.setDescription, {
    text: channel?.description ?? '',
    mentions: channel?.mentions,
  });
  const refusal = head.wrong || (error ? sentenceOf(error) : '');
  return (
    <Card>
      <CardHead title="Оформление" />
      <Form className={styles.form} restored={head.restored} onSubmit={head.submit}>
        <HeadFields
          head={head}
          id={channel?._id}
          avatar={mediaUrl('channelavatars', channel?.avatarUrl ?? '', 640)}
          cover={mediaUrl('channelbanners', channel?.bannerUrl ?? '')}
          avatarName="Фотография канала"
          coverName="Обложка канала"
          isNameWrong={head.wrong !== ''}
          nameError={error instanceof ApiError ? error.fields['name'] : undefined}
          area={naming.area}
          below={naming.slot}
          placeholder="О чём ваш канал"
        >
          <Select
            label="Категория"
            value={category}
            options={CATEGORY_OPTIONS}
            onChange={setCategory}
          />
        </HeadFields>
        <FormEnd wrong={refusal} isBusy={isBusy} back={back} action={action} />
      </Form>
    </Card>
  );
}
