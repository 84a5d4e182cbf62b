import { useState } from 'react';
import { LENGTHS } from '@respa/contract/limits';
import { isLonger } from '@respa/contract/characters';
import * as reports from '@respa/contract/reports';
import type { ReportKind, ReportReason } from '@respa/contract/reports';
import { useKeptState } from '#lib/member/kept-state.ts';
import { call, sentenceOf } from '#lib/network/call.ts';
import { useCreation } from '#lib/network/creation.ts';
import { Button } from '#ui/forms/button.tsx';
import { Stack } from '#ui/layout/columns.tsx';
import { showToast } from '#ui/feedback/toasts.ts';
import { Modal } from '#ui/overlays/modal.tsx';
import { Select } from '#ui/forms/select.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { askReport, type Meant } from './asked.ts';
import { REASONS } from './words.ts';

const TITLES: Record<ReportKind, string> = {
  person: 'Пожаловаться на человека',
  userpost: 'Пожаловаться на пост',
  userphoto: 'Пожаловаться на фотографию',
  comment: 'Пожаловаться на комментарий',
  message: 'Пожаловаться на сообщение',
  group: 'Пожаловаться на беседу',
  public: 'Пожаловаться на группу',
  publicpost: 'Пожаловаться на пост',
  file: 'Пожаловаться на файл',
  game: 'Пожаловаться на игру',
  channel: 'Пожаловаться на канал',
  video: 'Пожаловаться на видео',
  ad: 'Пожаловаться на объявление',
  promo: 'Пожаловаться на рекламу',
  stickers: 'Пожаловаться на набор',
};
const CHOICES = reports.REPORT_REASONS.map((value) => ({ value, label: REASONS[value] }));

export function ReportForm({ thing }: { thing: Meant }) {
  const [reason, setReason] = useState<ReportReason | ''>('');
  const [isMissing, setMissing] = useState(false);
  const [text, setText, forget] = useKeptState(`report.${thing.id}`, '');
  const close = () => askReport(null);
  const send = useCreation(`report.${thing.id}`, {
    create: (body: { reason: ReportReason; text: string }, key) =>
      call(reports.create, { body: { ...thing, ...body }, key }),
    onSuccess: () => {
      forget();
      close();
      showToast('Жалоба отправлена. Спасибо!', { tone: 'good' });
    },
  });
  const submit = () => {
    setMissing(reason === '');
    if (reason !== '' && !isLonger(text, LENGTHS.support)) send.mutate({ reason, text });
  };
  return (
    <Modal
      open
      onClose={close}
      title={TITLES[thing.kind]}
      size="small"
      closeOnOutside={text === ''}
      actions={
        <>
          <Button onClick={close}>Отмена</Button>
          <Button variant="primary" busy={send.isPending} onClick={submit}>
            Отправить
          </Button>
        </>
      }
    >
      <Stack>
        <Select
          label="Что не так"
          placeholder="Выберите причину"
          value={reason}
          options={CHOICES}
          onChange={(value) => {
            setReason(value);
            setMissing(false);
          }}
          error={isMissing ? 'Выберите причину' : undefined}
        />
        <TextArea
          label="Подробности"
          placeholder="По желанию"
          minRows={3}
          maxRows={8}
          value={text}
          onChange={setText}
          limit={LENGTHS.support}
          error={send.error ? sentenceOf(send.error) : undefined}
        />
      </Stack>
    </Modal>
  );
}
