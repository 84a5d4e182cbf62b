import { LENGTHS } from '@respa/contract/limits';
import { AttachedPoll, PollButton } from '#features/polls/parts.ts';
import { Card } from '#ui/layout/card.tsx';
import { ARTICLE_COMMENTERS } from '#features/posts/parts.ts';
import { DelayFields } from '#ui/forms/delay-fields.tsx';
import { Select } from '#ui/forms/select.tsx';
import { FormEnd } from '#ui/forms/form-end.tsx';
import { Form } from '#ui/forms/form.tsx';
import { ArrangedField } from '#ui/files/arranged-field.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import type { Article } from '../api.ts';
import styles from './article-form.module.css';
import { useArticleForm, type ArticleInput } from './use-article-form.ts';

type ArticleFormProps = {
  /** Where the input is kept until it is sent. */
  place: string;
  article?: Article;
  mayDelay: boolean;
  isStaff: boolean;
  action: string;
  back: string;
  onSend: (input: ArticleInput) => Promise<unknown>;
};

/**
 * The form of an article: title, text, one to five pictures, the poll of a new one, and the time of
 * its publication.
 */
export function ArticleForm(props: ArticleFormProps) {
  const { place, article, mayDelay, isStaff, action, back, onSend } = props;
  const form = useArticleForm(place, article, mayDelay, onSend);
  const { text, pictures, wrong, isSending, stop } = form;
  return (
    <Card>
      <Form className={styles.form} restored={form.restored} onSubmit={form.submit}>
        <TextField
          label="Заголовок"
          maxLength={LENGTHS.title}
          value={form.title}
          disabled={isSending}
          onChange={form.setTitle}
        />
        <TextArea
          label="Текст"
          minRows={6}
          maxRows={24}
          area={form.naming.area}
          value={text}
          disabled={isSending}
          onChange={form.setText}
          {...(text.length > LENGTHS.post - 1_000 ? { limit: LENGTHS.post } : {})}
        />
        {form.naming.slot}
        <ArrangedField
          folder="publicposts"
          pictures={pictures}
          error={wrong.pictures}
          isSending={isSending}
          onStop={stop}
          onAdd={(files) => {
            form.forgive();
            pictures.picked.add(files);
          }}
        />
        {article === undefined ? (
          <div className={styles.poll}>
            <PollButton
              place={`${place}.poll`}
              attached={form.poll}
              onAttach={form.setPoll}
              disabled={isSending}
              isLabelled
            />
            {form.poll === null ? null : (
              <AttachedPoll
                attached={form.poll}
                onRemove={() => form.setPoll(null)}
                disabled={isSending}
              />
            )}
          </div>
        ) : null}
        {isStaff ? (
          <Select
            label="Кто может комментировать"
            value={form.commentsFor}
            options={ARTICLE_COMMENTERS}
            onChange={form.setCommentsFor}
            disabled={isSending}
          />
        ) : null}
        {mayDelay ? (
          <DelayFields
            delay={form.delay}
            onChange={form.setDelay}
            disabled={isSending}
            error={wrong.hour}
          />
        ) : null}
        <FormEnd
          wrong={wrong.all ?? ''}
          isBusy={isSending}
          back={back}
          action={action}
          onStop={stop}
        />
      </Form>
    </Card>
  );
}
