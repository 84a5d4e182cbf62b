import { lazy, Suspense } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { DropVeil } from './drop-veil.tsx';
import { ComposerBars } from './composer-bars.tsx';
import { useComposer, type ComposerInput } from './use-composer.ts';
import { ComposerDialogs, loadVoiceBar } from './composer-dialogs.tsx';
import { SendButton } from './send-button.tsx';
import { SendWays } from './send-ways.tsx';
import { MessageForm } from './message-form.tsx';
import { ChoiceBar } from '../rooms/choice-bar.tsx';
import styles from './composer.module.css';

const VoiceBar = lazy(async () => ({ default: (await loadVoiceBar()).VoiceBar }));

type ComposerProps = ComposerInput & { bg: string };

/**
 * Writes a new message or edits one. The new message's draft, including its files, waits until the
 * edit is over.
 */
export function Composer({ bg, ...input }: ComposerProps) {
  const { roomId, kind, editing } = input;
  const composer = useComposer(input);
  const { error, writing, mentions, formatting, link, recording } = composer;
  const { picked, arranged, cloud, room, edit, files, tooLarge, setTooLarge } = composer.attached;
  if (composer.isChoosing) return <ChoiceBar />;
  return (
    <div ref={composer.layer} className={classNames(bg !== '' && styles.onPicture)}>
      <div className={styles.zone}>
        <ComposerBars
          editing={editing}
          link={link}
          mentionList={mentions.list}
          edit={edit}
          picked={picked}
          arranged={arranged}
          cloud={cloud}
          onEditEnd={composer.endEdit}
        />
        {recording.isRecording && editing === null ? (
          <Suspense>
            <VoiceBar
              onSend={(voice) => {
                composer.sendVoice(voice);
                recording.close();
              }}
              onClose={recording.close}
            />
          </Suspense>
        ) : (
          <MessageForm
            roomId={roomId}
            kind={kind}
            bg={bg}
            onFiles={files.add}
            documents={
              editing === null ? { add: picked.addDocuments, addCloud: cloud.add, room } : null
            }
            writing={writing}
            wiring={mentions.wiring}
            formatting={formatting}
            error={error}
            onLook={editing === null ? composer.sendLook : null}
            onSubmit={composer.submit}
            onKeyDown={composer.onKeyDown}
          >
            <SendWays composer={composer} roomId={roomId} isEditing={editing !== null}>
              <SendButton
                isEmpty={composer.isEmpty}
                isEditing={editing !== null}
                isSaving={edit.isSaving}
                microphone={recording.microphone}
                onRecord={recording.start}
              />
            </SendWays>
          </MessageForm>
        )}
        <p
          className={writing.text === '' || error === '' ? 'visually-hidden' : styles.error}
          role="alert"
        >
          <span key={composer.count}>{error}</span>
        </p>
      </div>
      {composer.isOver ? <DropVeil /> : null}
      <ComposerDialogs tooLarge={tooLarge} onTooLargeEnd={() => setTooLarge(null)} />
    </div>
  );
}
