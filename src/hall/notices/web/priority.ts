import type { Tone } from '#web/ui/Badge.tsx'

/** High from 8, medium from 5, low below (specification, section 9). */
export const priorityOf = (priority: number): 'high' | 'medium' | 'low' => {
  if (priority >= 8) return 'high'
  return priority >= 5 ? 'medium' : 'low'
}

export const priorityTones = { high: 'error', medium: 'warning', low: 'neutral' } as const satisfies Record<string, Tone>
