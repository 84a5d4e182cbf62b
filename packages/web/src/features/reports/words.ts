import type { ReportReason } from '@respa/contract/reports';

export const REASONS: Record<ReportReason, string> = {
  spam: 'Спам или реклама',
  insult: 'Оскорбления, травля',
  fraud: 'Обман, мошенничество',
  adult: 'Материал для взрослых',
  violence: 'Угрозы, насилие',
  other: 'Другое',
};
