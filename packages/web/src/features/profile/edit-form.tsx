import type { FormEvent } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { isBlank, isLonger } from '@respa/contract/characters';
import {
  BirthdayField,
  NameFields,
  OwnerProof,
  PlaceFields,
  useOwnerProof,
} from '#features/account/parts.ts';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { useNavigate } from '#lib/navigation/navigate.ts';
import { useFields } from '#ui/forms/use-fields.ts';
import { useLeaveQuestion } from '#ui/forms/use-leave-question.ts';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { OwnPictures } from './own-pictures.tsx';
import { useEditProfile } from './own-page-api.ts';
import styles from './edit-form.module.css';

export type Own = {
  _id: string;
  name: string;
  surname: string;
  age: string;
  email: string;
  country: string;
  city: string;
  aboutMe: string;
  avatarUrl: string;
  bannerUrl: string;
};

const findMissing = (input: Pick<Own, 'name' | 'surname' | 'email' | 'age'>) => ({
  ...(isBlank(input.name) ? { name: 'Введите имя' } : {}),
  ...(isBlank(input.surname) ? { surname: 'Введите фамилию' } : {}),
  ...(isBlank(input.email) ? { email: 'Введите почту' } : {}),
  ...(input.age === '' ? { age: 'Введите дату рождения' } : {}),
});

/**
 * Edits the member's profile and opens their page once it is saved; with `onSaved`, calls that
 * instead.
 */
export function EditForm({ user, onSaved }: { user: Own; onSaved?: () => void }) {
  const { input, setWrong, field, forget, isChanged, isRestored } = useFields('profile', {
    name: user.name,
    surname: user.surname,
    age: user.age,
    country: user.country,
    city: user.city,
    aboutMe: user.aboutMe,
    email: user.email,
  });
  useLeaveQuestion(isChanged, forget);
  const isOtherEmail = input.email.trim().toLowerCase() !== user.email;
  const proof = useOwnerProof();
  const edit = useEditProfile();
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findMissing(input);
    setWrong(found);
    if (Object.keys(found).length > 0 || isLonger(input.aboutMe, LENGTHS.about)) return;
    const proven = isOtherEmail ? proof.take() : {};
    if (proven === null) return;
    edit.mutate(
      { ...input, ...proven },
      {
        onSuccess: () => {
          forget();
          showToast(
            isOtherEmail
              ? 'Сохранено. Осталось открыть ссылку из письма на новую почту.'
              : 'Сохранено',
            { tone: 'good' },
          );
          if (onSaved === undefined) navigate(`/user/${user._id}`);
          else onSaved();
        },
        onError: (error) => {
          if (proof.handle(error)) return;
          if (error instanceof ApiError && Object.keys(error.fields).length > 0)
            setWrong(error.fields);
          else showToast(sentenceOf(error), { tone: 'bad' });
        },
      },
    );
  };
  return (
    <>
      <OwnPictures user={user} />
      <Card>
        <Form className={styles.form} restored={{ isRestored, forget }} onSubmit={submit}>
          <NameFields field={field} />
          <BirthdayField {...field('age')} />
          <TextField
            label="Почта"
            type="email"
            autoComplete="email"
            inputMode="email"
            helpText={
              isOtherEmail
                ? 'Новая начнёт действовать, когда вы откроете ссылку из письма на неё.'
                : undefined
            }
            {...field('email')}
          />
          {isOtherEmail ? (
            <OwnerProof proof={proof} helpText="Чтобы почту не сменил кто-то другой" />
          ) : null}
          <PlaceFields field={field} />
          <TextArea label="О себе" limit={LENGTHS.about} minRows={2} {...field('aboutMe')} />
          <div className={styles.end}>
            {onSaved === undefined ? (
              <ButtonLink to={`/user/${user._id}`}>Отмена</ButtonLink>
            ) : null}
            <Button type="submit" variant="primary" busy={edit.isPending}>
              Сохранить
            </Button>
          </div>
        </Form>
      </Card>
    </>
  );
}
