import { formatNumber } from '../words.ts'

const most = 99

/** A count at the end of a menu entry. `label` says to a screen reader what is counted. */
export const CountBadge = ({ count, label }: { count: number; label: string }) =>
  count > 0 && (
    <span className="ml-auto inline-flex min-w-6 shrink-0 items-center justify-center rounded-full bg-primary-fill px-1.5 py-0.5 font-semibold text-on-primary-fill text-xs tabular-nums">
      <span aria-hidden="true">{count > most ? `${most}+` : formatNumber(count)}</span>
      <span className="sr-only">{` ${label}`}</span>
    </span>
  )
