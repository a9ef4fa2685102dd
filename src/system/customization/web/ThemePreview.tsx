import type { CSSProperties } from 'react'
import { derive } from '#contract/theme/derive.ts'
import type { Palette } from '#contract/theme/palette.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonStyle } from '#web/ui/buttonStyle.ts'
import { inputStyle } from '#web/ui/Field.tsx'
import { useWords } from '#web/words.ts'
import { themesEn } from '../customization.themes.en.ts'

/** A theme in light and dark mode, side by side. */
export const ThemePreviews = ({ colors }: { colors: Palette }) => {
  const words = useWords(themesEn).preview
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] gap-4">
      <Preview colors={colors} title={words.light} />
      <Preview colors={colors} title={words.dark} isDark />
    </div>
  )
}

const tones = ['success', 'warning', 'error', 'info'] as const

/** A small inert page of real components, in the colors that would be derived. */
const Preview = ({ colors, title, isDark = false }: { colors: Palette; title: string; isDark?: boolean }) => {
  const words = useWords(themesEn).preview
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-muted text-sm">{title}</figcaption>
      <div
        inert
        aria-hidden="true"
        style={derive(colors, { dark: isDark }) as CSSProperties}
        className="flex overflow-hidden rounded-lg border border-line bg-background text-ink text-sm"
      >
        <div className="flex w-26 shrink-0 flex-col gap-1 border-line border-r bg-surface p-2">
          {words.menu.map((entry, at) => (
            <span
              key={entry}
              className={`truncate rounded-lg px-2 py-1 text-xs ${at === 1 ? 'bg-primary-soft font-medium text-primary-text' : ''}`}
            >
              {entry}
            </span>
          ))}
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-2 p-3">
          <div>
            <p className="font-semibold">{words.heading}</p>
            <p className="text-muted text-xs">{words.text}</p>
          </div>
          <span className={`${inputStyle} min-h-0! truncate text-muted`}>{words.search}</span>
          <div className="rounded-lg border border-line bg-surface p-2">
            <p className="font-medium">{words.book}</p>
            <p className="text-muted text-xs">{words.shelf}</p>
            <p className="mt-2 flex flex-wrap gap-1">
              {tones.map((tone) => (
                <Badge key={tone} tone={tone}>
                  {words.badges[tone]}
                </Badge>
              ))}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <span className={buttonStyle('primary', 'min-h-0!')}>{words.primary}</span>
            <span className={buttonStyle('secondary', 'min-h-0!')}>{words.secondary}</span>
          </div>
        </div>
      </div>
    </figure>
  )
}
