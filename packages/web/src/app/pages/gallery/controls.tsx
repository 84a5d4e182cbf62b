import { IconBell, IconPencil, IconPhoto, IconPlus, IconSearch, IconTrash } from '#ui/icons.ts';
import { useState } from 'react';
import { today } from '#lib/text/calendar-day.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button, ButtonLink } from '#ui/forms/button.tsx';
import { Checkbox, Switch } from '#ui/forms/checkbox.tsx';
import { DateField } from '#ui/forms/date-field.tsx';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { LikeButton } from '#ui/display/like-button.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { Select } from '#ui/forms/select.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { StarPicker, Stars } from '#ui/display/stars.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import { Sample } from './sample.tsx';

const GENRES = [
  { value: 'mmo', label: 'MMORPG' },
  { value: 'moba', label: 'MOBA' },
  { value: 'shooter', label: 'Шутеры' },
  { value: 'indie', label: 'Инди' },
] as const;

export function ButtonSamples() {
  const [busy, setBusy] = useState(false);
  const [liked, setLiked] = useState(true);
  const [stars, setStars] = useState<number | null>(null);
  return (
    <>
      <Sample name="Кнопки">
        <Button variant="primary">Опубликовать</Button>
        <Button icon={<IconPencil />}>Редактировать</Button>
        <Button variant="soft" icon={<IconPlus />}>
          Добавить
        </Button>
        <Button variant="danger" icon={<IconTrash />}>
          Удалить
        </Button>
        <Button variant="plain">Отмена</Button>
        <ButtonLink to="/test-page">Ссылка</ButtonLink>
      </Sample>
      <Sample name="Занята, недоступна, размеры">
        <Button
          variant="primary"
          busy={busy}
          onClick={() => {
            setBusy(true);
            setTimeout(() => setBusy(false), 2000);
          }}
        >
          Сохранить
        </Button>
        <Button busy>Загружаем</Button>
        <Button variant="primary" disabled>
          Недоступно
        </Button>
        <Button size="small">Маленькая</Button>
        <Button size="large" variant="primary">
          Большая
        </Button>
      </Sample>
      <Sample name="Значки, счётчики, нравится">
        <IconButton label="Уведомления" icon={<IconBell />} count={5} />
        <IconButton label="Фото" icon={<IconPhoto />} variant="quiet" />
        <IconButton label="Добавить" icon={<IconPlus />} variant="primary" />
        <IconButton label="Править" icon={<IconPencil />} variant="soft" />
        <IconButton label="Ждём" icon={<IconPlus />} busy />
        <Badge count={3} />
        <Badge count={128} />
        <Badge count={12} quiet />
        <LikeButton liked={liked} count={liked ? 248 : 247} onToggle={() => setLiked(!liked)} />
        <LikeButton liked={false} count={0} onToggle={() => undefined} />
        <LikeButton liked={liked} count={liked ? 12 : 11} onToggle={() => setLiked(!liked)} small />
        <Spinner />
      </Sample>
      <Sample name="Оценки">
        <Stars value={3.7} />
        <StarPicker label="Ваша оценка" value={stars} onChange={setStars} />
      </Sample>
    </>
  );
}

export function FieldSamples() {
  const [name, setName] = useState('Алексей');
  const [password, setPassword] = useState('');
  const [birth, setBirth] = useState('2001-11-05');
  const [about, setAbout] = useState(
    'Танк на полставки, коллекционирую ачивки. Ищу статик на выходные, играю с 19:00.',
  );
  const [genre, setGenre] = useState<(typeof GENRES)[number]['value'] | ''>('');
  const [isOn, setOn] = useState(true);
  return (
    <Sample name="Поля" column>
      <TextField label="Имя" value={name} onChange={setName} required />
      <TextField
        label="Поиск"
        hideLabel
        type="search"
        placeholder="Найти людей"
        icon={<IconSearch />}
        value=""
        onChange={() => undefined}
      />
      <TextField
        label="Почта"
        value="alex@"
        onChange={() => undefined}
        error="Неверный формат почты"
      />
      <PasswordField
        label="Пароль"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        helpText="Не короче 8 символов"
      />
      <DateField
        label="Дата рождения"
        value={birth}
        onChange={setBirth}
        max={{ day: today(), message: 'Этот день ещё не наступил' }}
        helpText="Друзья увидят только возраст"
      />
      <TextArea label="О себе" value={about} onChange={setAbout} limit={100} />
      <TextArea
        label="Слишком длинный"
        value={`${about} ${about}`}
        onChange={() => undefined}
        limit={100}
        minRows={2}
      />
      <Select
        label="Жанр"
        placeholder="Выберите жанр"
        options={GENRES}
        value={genre}
        onChange={setGenre}
      />
      <TextField label="Недоступно" value="Рыбинск" onChange={() => undefined} disabled />
      <Checkbox label="Показывать город" checked={isOn} onChange={setOn} />
      <Checkbox
        label="Получать письма"
        helpText="Не чаще раза в неделю"
        checked={!isOn}
        onChange={(next) => setOn(!next)}
      />
      <Switch
        label="Показывать, что я в сети"
        helpText="Тогда и вы видите других"
        checked={isOn}
        onChange={setOn}
      />
      <Switch label="Звук сообщений" checked={!isOn} onChange={(next) => setOn(!next)} />
    </Sample>
  );
}
