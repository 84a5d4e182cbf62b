import type { ComponentType } from 'react';
import { ProfileDeletion } from '#features/account/parts.ts';
import {
  IconBell,
  IconDatabase,
  IconDeviceMobile,
  IconEye,
  IconMicrophone,
  IconPalette,
  IconShieldLock,
  IconUser,
  type Icon,
} from '#ui/icons.ts';
import { ThemeChoiceCard } from '../../theme-choice.tsx';
import { AppSection } from './app-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import {
  DataSection,
  NotificationsSection,
  PrivacySection,
  SecuritySection,
  VoiceSection,
} from './section-cards.tsx';

export type Section = {
  path: string;
  title: string;
  /** What is in it, for the list on phones. */
  text: string;
  icon: Icon;
  Cards: ComponentType;
};

/** The sections in the order of the list. Wide windows show the first one at /settings. */
export const SECTIONS: readonly [Section, ...Section[]] = [
  {
    path: '/settings/profile',
    title: 'Профиль',
    text: 'Имя, фотография, о себе',
    icon: IconUser,
    Cards: ProfileSection,
  },
  {
    path: '/settings/notifications',
    title: 'Уведомления',
    text: 'О чём и где вам сообщать',
    icon: IconBell,
    Cards: NotificationsSection,
  },
  {
    path: '/settings/privacy',
    title: 'Приватность',
    text: 'Кто видит и пишет, заблокированные',
    icon: IconEye,
    Cards: PrivacySection,
  },
  {
    path: '/settings/security',
    title: 'Безопасность',
    text: 'Сессии, почта, пароль, ключи',
    icon: IconShieldLock,
    Cards: SecuritySection,
  },
  {
    path: '/settings/voice',
    title: 'Голос',
    text: 'Микрофон, звук, когда вас слышно',
    icon: IconMicrophone,
    Cards: VoiceSection,
  },
  {
    path: '/settings/appearance',
    title: 'Оформление',
    text: 'Тёмная или светлая тема',
    icon: IconPalette,
    Cards: ThemeChoiceCard,
  },
  {
    path: '/settings/app',
    title: 'Приложение',
    text: 'Как установить Респу',
    icon: IconDeviceMobile,
    Cards: AppSection,
  },
  {
    path: '/settings/data',
    title: 'Данные',
    text: 'Место, архив, удаление профиля',
    icon: IconDatabase,
    Cards: DataSection,
  },
];

/** /deleteprofile: a page inside the section of the data, with its documented address. */
export const DELETION = {
  path: '/deleteprofile',
  title: 'Удаление профиля',
  Cards: ProfileDeletion,
  parent: SECTIONS.at(-1)!,
} as const;
