import { POST_COMMENTERS } from '#features/posts/parts.ts';
import { Button } from '#ui/forms/button.tsx';
import { DelayFields } from '#ui/forms/delay-fields.tsx';
import { momentOf, WRONG_DELAY } from '#ui/forms/delay.ts';
import { Select } from '#ui/forms/select.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import type { PostForm } from './use-post-form.ts';
import styles from './post-options.module.css';

/** Who may comment on a post that is being written, and when it is published. */
export function OptionsWindow({ form, onClose }: { form: PostForm; onClose: () => void }) {
  return (
    <Modal
      open
      onClose={onClose}
      title="Комментарии и время выхода"
      size="small"
      actions={
        <Button variant="primary" onClick={onClose}>
          Готово
        </Button>
      }
    >
      <div className={styles.fields}>
        <Select
          label="Кто может комментировать"
          value={form.commentsFor}
          options={POST_COMMENTERS}
          onChange={form.setCommentsFor}
        />
        {form.mayDelay ? (
          <DelayFields
            delay={form.delay}
            onChange={form.setDelay}
            disabled={false}
            error={momentOf(form.delay) === null ? WRONG_DELAY : undefined}
          />
        ) : null}
      </div>
    </Modal>
  );
}
