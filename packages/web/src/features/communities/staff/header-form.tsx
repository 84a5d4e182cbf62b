import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { mediaUrl } from '#lib/media.ts';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { FormEnd } from '#ui/forms/form-end.tsx';
import { Form } from '#ui/forms/form.tsx';
import { HeadFields } from '#ui/forms/head-fields.tsx';
import { useHeadFields } from '#ui/forms/use-head-fields.ts';
import type { HeadChoice } from '#ui/media/head-form.ts';
import type { CommunityDetails } from '../api.ts';
import styles from './header-form.module.css';

export type HeaderInput = HeadChoice & { name: string; description: string };
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
  const head = useHeadFields({
    place: `community.${community?._id ?? 'new'}`,
    stored: community,
    noName: 'Не введено имя',
    isBusy,
    onSend,
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
          placeholder="О чём ваша группа"
        />
        <FormEnd wrong={refusal ?? ''} isBusy={isBusy} back={back} action={action} />
      </Form>
    </Card>
  );
}
