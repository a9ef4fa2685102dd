import { Check, Pencil, Trash2 } from 'lucide-react'
import { type ColorName, colorNames, type Palette } from '#contract/theme/palette.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useWords } from '#web/words.ts'
import type { Theme } from '../customization.contract.ts'
import { themesEn } from '../customization.themes.en.ts'

type ThemeCardProps = {
  theme: Theme
  isActive: boolean
  isSelected: boolean
  onSelect: () => void
  onEdit?: () => void
  onRemove?: () => void
}

export const ThemeCard = ({ theme, isActive, isSelected, onSelect, onEdit, onRemove }: ThemeCardProps) => {
  const words = useWords(themesEn)
  const { name, colors, createdBy } = theme
  return (
    <li className={`flex min-w-0 flex-col overflow-hidden rounded-lg border-2 ${isSelected ? 'border-primary-text' : 'border-line'}`}>
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={onSelect}
        className="flex grow cursor-pointer flex-col text-left transition-colors duration-150 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Swatches colors={colors} />
        <span className="flex w-full flex-wrap items-center justify-between gap-2 px-3 pt-3">
          <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
            {name}
          </span>
          {isActive && (
            <Badge tone="success">
              <Check aria-hidden="true" className="size-3.5" />
              {words.active}
            </Badge>
          )}
        </span>
        <span className="px-3 pb-3 text-muted text-sm wrap-anywhere">{createdBy && words.by(createdBy.name)}</span>
      </button>
      {onEdit && onRemove && (
        <div className="flex justify-end gap-1 border-line border-t px-2 py-1">
          <IconButton label={words.edit(name)} onPress={onEdit}>
            <Pencil />
          </IconButton>
          <IconButton label={words.remove(name)} tone="danger" onPress={onRemove}>
            <Trash2 />
          </IconButton>
        </div>
      )}
    </li>
  )
}

const dots: readonly ColorName[] = ['primary', 'secondary', 'accent', 'success', 'warning', 'error', 'info']

/** A small preview of the twelve colors themselves, not of the palette derived from them. */
const Swatches = ({ colors }: { colors: Palette }) => (
  <span aria-hidden="true" className="block w-full p-3" style={{ background: colors.background }}>
    <span className="block rounded-lg border p-3" style={{ background: colors.surface, borderColor: colors.border }}>
      <span className="block h-2.5 w-2/3 rounded-full" style={{ background: colors.text }} />
      <span className="mt-2 block h-2 w-1/2 rounded-full" style={{ background: colors.textSecondary }} />
      <span className="mt-3 grid grid-cols-7 gap-1.5">
        {colorNames
          .filter((name) => dots.includes(name))
          .map((name) => (
            <span key={name} className="aspect-square max-w-5 rounded-full" style={{ background: colors[name] }} />
          ))}
      </span>
    </span>
  </span>
)
