import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '#lib/browser/class-names.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import styles from './tabs.module.css';

export type Tab<Value extends string> = {
  value: Value;
  label: string;
  count?: number | undefined;
  /** What the tab holds: shown where the tabs stand in a column. */
  note?: string | undefined;
};

type TabsProps<Value extends string> = {
  /** The label of the tab list: 'Лента'. */
  label: string;
  tabs: ReadonlyArray<Tab<Value>>;
  value: Value;
  onChange: (value: Value) => void;
  /**
   * Shown below the tabs of a wide page. With it, the tabs stand in the page's right column; on
   * narrow pages they stand above the panel, and this is hidden.
   */
  aside?: ReactNode;
  /** The panel of the chosen tab. */
  children: ReactNode;
};

/** Tabs and their panel. Arrows, Home and End move between the tabs. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  aside,
  children,
}: TabsProps<Value>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);

  // From the focused tab: with fast presses, the chosen one may not be drawn yet.
  function move(event: KeyboardEvent, here: number) {
    const steps: Record<string, number> = {
      ArrowRight: here + 1,
      ArrowLeft: here - 1,
      // A column has arrows of its own.
      ...(aside === undefined ? {} : { ArrowDown: here + 1, ArrowUp: here - 1 }),
      Home: 0,
      End: tabs.length - 1,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = (step + tabs.length) % tabs.length;
    onChange(tabs[index]!.value);
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  }

  const list = (
    <div ref={row} role="tablist" aria-label={label} className={styles.row}>
      {tabs.map((tab, index) => {
        const isChosen = tab.value === value;
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={isChosen}
            aria-controls={isChosen ? `${id}-panel` : undefined}
            tabIndex={isChosen ? 0 : -1}
            className={classNames(styles.tab, isChosen && styles.chosen)}
            onClick={() => onChange(tab.value)}
            onKeyDown={(event) => move(event, index)}
          >
            {tab.label}
            {tab.note ? <span className={styles.note}>{tab.note}</span> : null}
            {tab.count ? <Badge count={tab.count} quiet={!isChosen} /> : null}
          </button>
        );
      })}
    </div>
  );
  const panel = (
    <div
      role="tabpanel"
      id={`${id}-panel`}
      aria-labelledby={`${id}-${value}`}
      tabIndex={-1}
      className={styles.panel}
    >
      {children}
    </div>
  );
  if (aside === undefined)
    return (
      <>
        {list}
        {panel}
      </>
    );
  return (
    <div className={styles.beside}>
      <div className={styles.column}>
        {list}
        <div className={styles.aside}>{aside}</div>
      </div>
      {panel}
    </div>
  );
}
