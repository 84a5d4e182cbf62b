import { CATALOGUE, LENGTHS } from '@respa/contract/limits';
import { Card } from '#ui/layout/card.tsx';
import { Form } from '#ui/forms/form.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { Game } from '../api.ts';
import { GameFormEnd } from './game-form-end.tsx';
import styles from './game-form.module.css';
import { GamePictures } from './game-pictures.tsx';
import { GenreChoice } from './genre-choice.tsx';
import { useGameForm } from './use-game-form.ts';
import { VersionFields } from './version-fields.tsx';

/**
 * The form with everything about a game. The file is uploaded first, and each error is shown where
 * it belongs.
 */
export function GameForm({
  game,
  action,
  back,
  onDone,
}: {
  game?: Game;
  action: string;
  back: string;
  onDone: (game: Game) => void;
}) {
  const form = useGameForm(game, onDone);
  const { text, put, naming, wrong } = form;
  return (
    <Card>
      <Form className={styles.form} restored={form.restored} onSubmit={form.submit}>
        <TextField
          label="Название"
          required
          maxLength={LENGTHS.title}
          value={text.name}
          error={wrong.name}
          onChange={put('name')}
        />
        <div>
          <TextArea
            label="Описание"
            placeholder="О чём игра и кому она понравится"
            minRows={4}
            maxRows={16}
            limit={LENGTHS.description}
            area={naming.area}
            value={text.description}
            onChange={put('description')}
          />
          {naming.slot}
        </div>
        <GenreChoice value={form.genres} onChange={form.setGenres} />
        <TextField
          label="Метки"
          helpText={`Через запятую, не больше ${CATALOGUE.tags}: пиксели, на двоих`}
          value={text.tags}
          onChange={put('tags')}
        />
        <GamePictures form={form} game={game} />
        <VersionFields form={form} game={game} />
        <GameFormEnd form={form} back={back} action={action} />
      </Form>
    </Card>
  );
}
