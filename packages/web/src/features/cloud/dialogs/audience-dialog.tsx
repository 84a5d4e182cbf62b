import { sentenceOf } from '#lib/network/call.ts';
import { ListState } from '#ui/feedback/list-state.tsx';
import { MorePages } from '#ui/layout/more-pages.tsx';
import { IconCopy } from '#ui/icons.ts';
import { Button } from '#ui/forms/button.tsx';
import { Switch } from '#ui/forms/checkbox.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { copyText } from '#ui/feedback/copy-text.ts';
import { showToast } from '#ui/feedback/toasts.ts';
import { IconButton } from '#ui/forms/icon-button.tsx';
import { Modal } from '#ui/overlays/modal.tsx';
import { PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { AudienceRow } from './audience-row.tsx';
import { fileUrl, useAudience, usePublish, useRevoke, type Thing } from '../api.ts';
import styles from './audience-dialog.module.css';

const fail = (error: unknown) => showToast(sentenceOf(error), { tone: 'bad' });

/**
 * Shows and sets who can open a file: everyone with its address or not, and the users it was sent
 * to.
 */
export function AudienceDialog({ file, onClose }: { file: Thing; onClose: () => void }) {
  const audience = useAudience(file._id);
  const publish = usePublish();
  const revoke = useRevoke(file._id);
  const isPublic = audience.data?.pages[0]?.public ?? file.public;
  const people = audience.data?.pages.flatMap((page) => page.people) ?? [];
  const copy = () => void copyText(fileUrl(file._id), 'Ссылка скопирована');
  return (
    <Modal open onClose={onClose} title="Кто видит этот файл" size="small">
      <div className={styles.stack}>
        <Switch
          checked={publish.isPending ? publish.variables.isPublic : isPublic}
          disabled={publish.isPending}
          label="Доступ по ссылке"
          helpText="Увидит каждый, у кого есть ссылка, даже без входа"
          onChange={(next) => publish.mutate({ id: file._id, isPublic: next }, { onError: fail })}
        />
        {isPublic ? (
          <div className={styles.link}>
            <code className={styles.address}>{fileUrl(file._id)}</code>
            <IconButton label="Скопировать ссылку" icon={<IconCopy />} onClick={copy} />
          </div>
        ) : null}
        <h3 className={styles.title}>Кому отправлен</h3>
        <ListState
          small
          list={audience}
          isEmpty={people.length === 0}
          skeleton={<PeopleSkeleton rows={2} />}
          empty={
            <EmptyState
              small
              art="lock"
              text={isPublic ? 'Пока никому не отправляли' : 'Никому: файл видите только вы'}
            />
          }
        />
        <ul className={styles.people}>
          {people.map((person) => (
            <AudienceRow key={person._id} person={person} revoke={revoke} />
          ))}
        </ul>
        <MorePages list={audience} />
        <Button wide onClick={onClose}>
          Готово
        </Button>
      </div>
    </Modal>
  );
}
