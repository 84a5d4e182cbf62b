import styles from './player.module.css';

/**
 * The player of another site, shown after a press. It may run its scripts and keep its own data,
 * and reaches nothing of this page. Players refuse to play without knowing the site they stand on,
 * so they are told its origin and never the address of the page.
 */
export function Player({ src, title }: { src: string; title: string }) {
  return (
    <iframe
      className={styles.player}
      src={src}
      title={`Видео: ${title}`}
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      referrerPolicy="strict-origin"
      allowFullScreen
    />
  );
}
