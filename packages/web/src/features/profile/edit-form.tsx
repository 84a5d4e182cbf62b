import { useState, type FormEvent } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { isLonger } from '@respa/contract/characters';
import { ApiError, sentenceOf } from '#lib/network/call.ts';
import { today } from '#lib/calendar-day.ts';
import { mediaUrl } from '#lib/media.ts';
import { useNavigate } from '#lib/navigate.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Button } from '#ui/forms/button.tsx';
import { Card, CardHead } from '#ui/layout/card.tsx';
import { confirm } from '#ui/overlays/confirm.ts';
import { CropDialog } from '#ui/media/crop-dialog.tsx';
import { DateField } from '#ui/forms/date-field.tsx';
import { FileInput } from '#ui/forms/file-input.tsx';
import { Form } from '#ui/forms/form.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { PICTURES } from '#ui/forms/picked-files.ts';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { useEditProfile, useUpdateImage } from './api.ts';
import { Scenery } from '#ui/layout/scenery.tsx';
import styles from './edit-form.module.css';

type Own = {
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

export function EditForm({ user }: { user: Own }) {
  const [input, setInput] = useState({
    name: user.name,
    surname: user.surname,
    age: user.age,
    country: user.country,
    city: user.city,
    aboutMe: user.aboutMe,
    email: user.email,
  });
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const isOtherEmail = input.email.trim().toLowerCase() !== user.email;
  const edit = useEditProfile();
  const navigate = useNavigate();
  const field = (name: keyof typeof input) => ({
    value: input[name],
    error: wrong[name],
    onChange: (value: string) => {
      setInput((current) => ({ ...current, [name]: value }));
      setWrong(({ [name]: _, ...rest }) => rest);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(input.name.trim() === '' ? { name: 'Введите имя' } : {}),
      ...(input.surname.trim() === '' ? { surname: 'Введите фамилию' } : {}),
      ...(input.email.trim() === '' ? { email: 'Введите почту' } : {}),
      ...(input.age === '' ? { age: 'Введите дату рождения' } : {}),
    };
    setWrong(found);
    if (Object.keys(found).length > 0 || isLonger(input.aboutMe, LENGTHS.about)) return;
    edit.mutate(input, {
      onSuccess: () => {
        showToast(
          isOtherEmail
            ? 'Сохранено. Осталось открыть ссылку из письма на новую почту.'
            : 'Сохранено',
          { tone: 'good' },
        );
        navigate(`/user/${user._id}`);
      },
      onError: (error) =>
        error instanceof ApiError && Object.keys(error.fields).length > 0
          ? setWrong(error.fields)
          : showToast(sentenceOf(error), { tone: 'bad' }),
    });
  };
  return (
    <>
      <Pictures user={user} />
      <Card>
        <Form className={styles.form} onSubmit={submit}>
          <div className={styles.pair}>
            <TextField
              label="Имя"
              autoComplete="given-name"
              required
              maxLength={LENGTHS.name}
              {...field('name')}
            />
            <TextField
              label="Фамилия"
              autoComplete="family-name"
              required
              maxLength={LENGTHS.name}
              {...field('surname')}
            />
          </div>
          <DateField
            label="Дата рождения"
            autoComplete="bday"
            required
            max={{ day: today(), message: 'Эта дата ещё не наступила' }}
            {...field('age')}
          />
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
          <div className={styles.pair}>
            <TextField
              label="Страна"
              autoComplete="country-name"
              maxLength={LENGTHS.place}
              {...field('country')}
            />
            <TextField
              label="Город"
              autoComplete="address-level2"
              maxLength={LENGTHS.place}
              {...field('city')}
            />
          </div>
          <TextArea label="О себе" limit={LENGTHS.about} minRows={2} {...field('aboutMe')} />
          <div className={styles.end}>
            <Button onClick={() => navigate(`/user/${user._id}`)}>Отмена</Button>
            <Button type="submit" variant="primary" busy={edit.isPending}>
              Сохранить
            </Button>
          </div>
        </Form>
      </Card>
    </>
  );
}

function Pictures({ user }: { user: Own }) {
  const [chosen, setChosen] = useState<{ slot: 'avatar' | 'banner'; file: File } | null>(null);
  const update = useUpdateImage();
  const cover = mediaUrl('userbanners', user.bannerUrl);
  const onError = (error: Error) => showToast(sentenceOf(error), { tone: 'bad' });
  const take = async (slot: 'avatar' | 'banner', title: string) => {
    if (await confirm({ title, action: 'Убрать', danger: true }))
      update.mutate({ slot, file: null }, { onError });
  };
  return (
    <Card>
      <CardHead title="Фотография и обложка" />
      <div className={styles.pictures}>
        <Avatar
          id={user._id}
          name="Ваша фотография"
          src={mediaUrl('useravatars', user.avatarUrl, 160)}
          size={96}
        />
        <div className={styles.buttons}>
          <FileInput
            accept={PICTURES}
            onFiles={([file]) => file && setChosen({ slot: 'avatar', file })}
          >
            <Button size="small">Загрузить фотографию</Button>
          </FileInput>
          {user.avatarUrl === '' ? null : (
            <Button
              size="small"
              variant="plain"
              onClick={() => void take('avatar', 'Убрать фотографию?')}
            >
              Убрать фотографию
            </Button>
          )}
        </div>
      </div>
      <div className={styles.cover}>
        {cover === null ? <Scenery seed={user._id} /> : <img src={cover} alt="Ваша обложка" />}
      </div>
      <div className={styles.buttons}>
        <FileInput
          accept={PICTURES}
          onFiles={([file]) => file && setChosen({ slot: 'banner', file })}
        >
          <Button size="small">Загрузить обложку</Button>
        </FileInput>
        {cover === null ? null : (
          <Button
            size="small"
            variant="plain"
            onClick={() => void take('banner', 'Убрать обложку?')}
          >
            Убрать обложку
          </Button>
        )}
      </div>
      <CropDialog
        file={chosen?.file ?? null}
        shape={chosen?.slot === 'banner' ? 'cover' : 'avatar'}
        busy={update.isPending}
        onClose={() => setChosen(null)}
        onDone={(cut) =>
          chosen &&
          update.mutate(
            { slot: chosen.slot, file: cut },
            { onSuccess: () => setChosen(null), onError },
          )
        }
      />
    </Card>
  );
}
