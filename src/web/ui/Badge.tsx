import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'primary' | 'info' | 'success' | 'warning' | 'error'

const tones: Record<Tone, string> = {
  neutral: 'bg-tint text-ink',
  primary: 'bg-primary-soft text-primary-text',
  info: 'bg-info-soft text-info-text',
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  error: 'bg-error-soft text-error-text',
}

/** One or two words about a thing. */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 font-medium text-xs ${tones[tone]}`}>{children}</span>
)
