/** The twelve colours of a theme, `#RRGGBB`. They are stored and displayed unchanged; the drawn colours are derived from them. */
export const colorNames = [
  'primary',
  'secondary',
  'accent',
  'background',
  'surface',
  'text',
  'textSecondary',
  'border',
  'success',
  'warning',
  'error',
  'info',
] as const
export type ColorName = (typeof colorNames)[number]
export type Palette = Readonly<Record<ColorName, string>>

export const defaultPalette: Palette = {
  primary: '#3B82F6',
  secondary: '#1E40AF',
  accent: '#F59E0B',
  background: '#F9FAFB',
  surface: '#FFFFFF',
  text: '#111827',
  textSecondary: '#6B7280',
  border: '#E5E7EB',
  success: '#10B981',
  warning: '#F59E0B',
  error: '#EF4444',
  info: '#3B82F6',
}
