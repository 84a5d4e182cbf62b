import type { Readers } from '@respa/contract/open';
import { useNaming } from '#features/people/parts.ts';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { useKeptState } from '#lib/member/kept-state.ts';
import { mediaUrl } from '#lib/browser/media.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { FormEnd } from '#ui/forms/form-end.tsx';
import { Form } from '#ui/forms/form.tsx';
import { HeadFields } from '#ui/forms/head-fields.tsx';
import { Select } from '#ui/forms/select.tsx';
import { useHeadFields } from '#ui/forms/use-head-fields.ts';
import type { HeadChoice } from '#ui/media/head-form.ts';
import type { CommunityDetails } from '../api.ts';
import styles from './header-form.module.css';

export type HeaderInput = HeadChoice & {
  name: string;
  description: string;
  mentions?: string;
  readers: Readers;
};
const READERS_OPTIONS: { value: Readers; label: string }[] = [
  { value: 'all', label: 'Все, и без входа' },
  { value: 'members', label: 'Участники Респы' },
];
/** Returns what a choice means; `before` is the present one, undefined for a new community. */
function meaningOf(readers: Readers, before: Readers | undefined): string {
  if (readers === 'members') return 'Без входа о группе не узнают ничего.';
  const found = 'Группу, её посты и комментарии к ним найдут и в поиске.';
  return before === 'members'
    ? `${found} Комментарии, написанные раньше, по-прежнему увидят только участники.`
    : found;
}
type HeaderFormProps = {
  community?: CommunityDetails;
  isBusy: boolean;
  error: unknown;
  action: string;
  back: string;
  onSend: (input: HeaderInput) => Promise<unknown>;
};

/** The form for a community's name, description and pictures. */
export function HeaderForm({ community, isBusy, error, action, back, onSend }: HeaderFormProps) {
  const place = `community.${community?._id ?? 'new'}`;
  const [readers, setReaders, forgetReaders] = useKeptState<Readers>(
    `${place}.readers`,
    community?.readers ?? 'all',
  );
  const head = useHeadFields({
    place,
    stored: community,
    noName: 'Не введено имя',
    isBusy,
    onSend: async (fields) => {
      await onSend({ ...fields, ...naming.mentions(), readers });
      forgetReaders();
    },
  });
  const naming = useNaming(place, head.description, head.setDescription, {
    text: community?.description ?? '',
    mentions: community?.mentions,
  });
  const refusal =
    error instanceof ApiError && error.fields['name'] === undefined ? sentenceOf(error) : undefined;
  return (
    <Card>
      <CardHead title="Оформление" />
      <Form className={styles.form} restored={head.restored} onSubmit={head.submit}>
        <HeadFields
          head={head}
          id={community?._id}
          avatar={mediaUrl('publicavatars', community?.avatarUrl ?? '', 640)}
          cover={mediaUrl('publicbanners', community?.bannerUrl ?? '')}
          avatarName="Фотография группы"
          coverName="Обложка группы"
          nameError={head.wrong || (error instanceof ApiError ? error.fields['name'] : undefined)}
          area={naming.area}
          below={naming.slot}
          placeholder="О чём ваша группа"
        >
          <Select
            label="Кто читает"
            value={readers}
            options={READERS_OPTIONS}
            helpText={meaningOf(readers, community?.readers)}
            onChange={setReaders}
          />
        </HeadFields>
        <FormEnd wrong={refusal ?? ''} isBusy={isBusy} back={back} action={action} />
      </Form>
    </Card>
  );
}
