import { predefinedThemes } from '#contract/theme/predefined.ts'
import { useWords } from '#web/words.ts'
import { type Customization, customizationApi } from '../../customization.contract.ts'
import { setupEn } from '../../customization.setup.en.ts'
import { useApplyTheme } from '../customization.queries.ts'
import { ThemeCard } from '../ThemeCard.tsx'
import { ThemePreviews } from '../ThemePreview.tsx'
import { StepFrame } from './StepFrame.tsx'
import { type StepProps, useStep } from './useStep.ts'

/** Chooses a predefined theme, with a preview before it applies to everyone. */
export const LookStep = ({ active, ...props }: StepProps & { active: Customization['activeTheme'] }) => {
  const words = useWords(setupEn)
  const apply = useApplyTheme()
  const form = useStep({
    ...props,
    step: 'look',
    stored: { themeId: active._id },
    judge: (values) => customizationApi.applyTheme.body.safeParse(values),
    send: ({ themeId }) => apply.mutateAsync({ body: { themeId } }),
  })
  const chosen = predefinedThemes.find(({ _id }) => _id === form.values.themeId) ?? active
  const isOwn = predefinedThemes.every(({ _id }) => _id !== chosen._id)
  return (
    <StepFrame title={words.steps.look} form={form} preview={<ThemePreviews colors={chosen.colors} />} onSkip={props.onDone}>
      {isOwn && <p className="text-muted">{words.look.unchanged(active.name)}</p>}
      <ul aria-label={words.look.label} className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-4">
        {predefinedThemes.map((theme) => (
          <ThemeCard
            key={theme._id}
            theme={{ ...theme, createdBy: null }}
            isActive={theme._id === active._id}
            isSelected={theme._id === chosen._id}
            onSelect={() => form.set('themeId', theme._id)}
          />
        ))}
      </ul>
    </StepFrame>
  )
}
