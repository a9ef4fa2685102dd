import { useId } from 'react'
import { formatPercent } from '../words.ts'

type ProgressBarProps = {
  label: string
  /** From 0 to 1; null while the size of the work is unknown. */
  value: number | null
  /** The finished part and the total: "3.1 MB of 9.8 MB". */
  figures?: string
}

export const ProgressBar = ({ label, value, figures }: ProgressBarProps) => {
  const id = useId()
  const share = value === null ? null : Math.min(1, Math.max(0, value))
  const percent = share === null ? '' : formatPercent(share)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span id={id}>{label}</span>
        <span className="text-muted tabular-nums">{[figures, percent].filter(Boolean).join(' · ')}</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share !== null && {
          'aria-valuenow': Math.round(share * 100),
          'aria-valuetext': [percent, figures].filter(Boolean).join(', '),
        })}
        className="h-2 overflow-hidden rounded-full bg-tint-hover"
      >
        <div
          className={`h-full origin-left rounded-full bg-primary-fill transition-transform duration-150 ${share === null ? 'w-1/3 motion-safe:animate-pulse' : ''}`}
          style={share === null ? undefined : { transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  )
}
