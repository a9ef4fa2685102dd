import { contrast } from '#contract/theme/color.ts'
import { colorNames, type Palette } from '#contract/theme/palette.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useWords } from '#web/words.ts'
import type { Theme } from '../customization.contract.ts'
import { themesEn } from '../customization.themes.en.ts'
import { ColorField } from './ColorField.tsx'
import { ThemePreviews } from './ThemePreview.tsx'
import { useThemeForm } from './useThemeForm.ts'

type ThemeDialogProps = {
  /** The theme to edit; undefined creates one as a copy of `start`. */
  theme: Theme | undefined
  start: Palette
  onClose: () => void
}

/** Minimum contrast of text in WCAG 2.2 AA. */
const READABLE = 4.5

export const ThemeDialog = ({ theme, start, onClose }: ThemeDialogProps) => {
  const words = useWords(themesEn)
  const form = useThemeForm(theme, start, onClose)
  const ratio = contrast(form.lastValid.text, form.lastValid.background)
  return (
    <FormDialog
      title={theme ? words.form.editTitle(theme.name) : words.form.createTitle}
      isOpen
      onClose={onClose}
      form={form}
      submit={words.form.save}
      submitting={words.form.saving}
      cancel={words.cancel}
      size="large"
    >
      <div className="flex flex-col gap-5">
        <TextField
          label={words.form.name}
          name="name"
          autoComplete="off"
          autoFocus
          isRequired
          value={form.draft.name}
          onChange={form.setName}
          error={form.errors.name}
        />
        <fieldset className="min-w-0">
          <legend className="mb-2 font-semibold">{words.form.colors}</legend>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-4 gap-y-3">
            {colorNames.map((name) => (
              <ColorField
                key={name}
                label={words.colors[name]}
                pickerLabel={words.form.picker(words.colors[name])}
                name={`colors.${name}`}
                value={form.draft.colors[name]}
                shown={form.lastValid[name]}
                onChange={(color) => form.setColor(name, color)}
                error={form.errors[`colors.${name}`]}
              />
            ))}
          </div>
        </fieldset>
        {ratio < READABLE && <Notice tone="warning">{words.form.contrast((Math.floor(ratio * 100) / 100).toFixed(2))}</Notice>}
        <section aria-label={words.form.preview}>
          <ThemePreviews colors={form.lastValid} />
        </section>
      </div>
    </FormDialog>
  )
}
