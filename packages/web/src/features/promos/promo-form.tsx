import { LENGTHS } from '@respa/contract/limits';
import { Card } from '#ui/layout/card.tsx';
import { FormEnd } from '#ui/forms/form-end.tsx';
import { Form } from '#ui/forms/form.tsx';
import { PicturePicker } from '#ui/files/picture-picker.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { TextField } from '#ui/forms/text-field.tsx';
import styles from './promo-form.module.css';
import { PromoTerms } from './promo-terms.tsx';
import { usePromoForm } from './use-promo-form.ts';

/** The form for a new ad. */
export function NewPromo({ userId }: { userId: string }) {
  const form = usePromoForm(userId);
  const { input, put, wrong, picked, isSending, stop } = form;
  return (
    <Card>
      <Form className={styles.form} restored={form.restored} onSubmit={form.submit}>
        <TextField
          label="Название"
          placeholder="Набор в клан"
          maxLength={LENGTHS.title}
          value={input.title}
          disabled={isSending}
          onChange={put('title')}
          error={wrong['title']}
        />
        <TextArea
          label="Текст"
          minRows={3}
          maxRows={14}
          value={input.text}
          disabled={isSending}
          onChange={put('text')}
          error={wrong['text']}
          helpText="В лентах видны первые строки"
          {...(input.text.length > LENGTHS.description - 500 ? { limit: LENGTHS.description } : {})}
        />
        <PicturePicker
          files={picked.files}
          limit={1}
          onAdd={(files) => {
            form.forgive();
            picked.add(files);
          }}
          onRemove={(key) => (isSending ? stop() : picked.remove(key))}
          error={wrong['file']}
        />
        <PromoTerms form={form} />
        <FormEnd
          wrong={wrong['all'] ?? ''}
          isBusy={isSending}
          back="/innerad/cabinet"
          action="Отправить на проверку"
          onStop={stop}
        />
      </Form>
    </Card>
  );
}
