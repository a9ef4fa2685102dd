import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { errorText, useWords } from '#web/words.ts'
import type { Customization } from '../customization.contract.ts'
import { customizationEn } from '../customization.en.ts'
import { themesEn } from '../customization.themes.en.ts'
import { useApplyTheme } from './customization.queries.ts'
import { ThemePreviews } from './ThemePreview.tsx'

type Chosen = Customization['activeTheme']

/**
 * A preview of the selected theme beside the list, with its actions. On a phone, which has no room for the preview, a bar that stays
 * visible while a theme is selected. Without a selection it shows the active theme.
 */
export const ThemeChoice = ({ theme, isSelected, onDone }: { theme: Chosen; isSelected: boolean; onDone: () => void }) => {
  const words = useWords(themesEn)
  const title = isSelected ? words.selected(theme.name) : words.isActive(theme.name)
  return (
    <section
      aria-label={words.form.preview}
      className={`sticky z-30 flex flex-col gap-4 rounded-lg border bg-surface p-4 max-md:bottom-[calc(1rem+var(--bar,0px))] max-md:shadow-lg md:top-8 ${isSelected ? 'border-line-strong' : 'border-line max-md:hidden'}`}
    >
      <div role="status">
        <p className="font-semibold wrap-anywhere">{title}</p>
        {isSelected && <p className="text-muted text-sm">{words.selectedHint}</p>}
      </div>
      {isSelected && <Actions key={theme._id} theme={theme} onDone={onDone} />}
      <div className="max-md:hidden">
        <ThemePreviews colors={theme.colors} />
      </div>
    </section>
  )
}

const Actions = ({ theme, onDone }: { theme: Chosen; onDone: () => void }) => {
  const words = useWords(themesEn)
  const { failures } = useWords(customizationEn)
  const apply = useApplyTheme()
  const onSuccess = () => {
    toast.success(words.applied(theme.name))
    onDone()
  }
  return (
    <>
      {apply.error && <Notice tone="error">{errorText(apply.error, failures.applyTheme)}</Notice>}
      <div className="flex flex-wrap gap-2 *:grow">
        <Button onPress={onDone} isDisabled={apply.isPending}>
          {words.cancel}
        </Button>
        <Button
          variant="primary"
          isPending={apply.isPending}
          pendingText={words.applying}
          onPress={() => apply.mutate({ body: { themeId: theme._id } }, { onSuccess })}
        >
          {words.apply}
        </Button>
      </div>
    </>
  )
}
