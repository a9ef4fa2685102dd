import type { ReactNode } from 'react'

const tones = {
  info: 'border-info bg-info-soft',
  success: 'border-success bg-success-soft',
  warning: 'border-warning bg-warning-soft',
  error: 'border-error bg-error-soft',
}

type NoticeProps = { tone: keyof typeof tones; title?: string; children: ReactNode }

/** A box with a message within the page, spoken when it appears. */
export const Notice = ({ tone, title, children }: NoticeProps) => (
  <div
    role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}
    className={`rounded-lg border-l-4 px-4 py-3 text-ink ${tones[tone]}`}
  >
    {title && <p className="font-semibold">{title}</p>}
    <div className="wrap-anywhere">{children}</div>
  </div>
)
