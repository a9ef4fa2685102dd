import { Plus } from 'lucide-react'
import { useState } from 'react'
import { defaultTheme } from '#contract/theme/predefined.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import type { Customization, Theme } from '../customization.contract.ts'
import { customizationEn } from '../customization.en.ts'
import { customizationLimits } from '../customization.limits.ts'
import { themesEn } from '../customization.themes.en.ts'
import { useRemoveTheme, useThemes } from './customization.queries.ts'
import { ThemeCard } from './ThemeCard.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'
import { ThemeDialog } from './ThemeDialog.tsx'

type Active = Customization['activeTheme']
type Shown = 'new' | Theme

/** All themes. A press selects one; applying it changes it for everyone. */
export const ThemesSection = ({ active }: { active: Active }) => {
  const words = useWords(customizationEn)
  const themes = useThemes()
  return (
    <Loaded of={themes} skeleton={<ListSkeleton rows={6} />} failed={words.failures.loadThemes}>
      {({ predefined, custom }) => <Themes active={active} predefined={predefined} custom={custom} />}
    </Loaded>
  )
}

type ThemesProps = { active: Active; predefined: readonly Theme[]; custom: readonly Theme[] }

const Themes = ({ active, predefined, custom }: ThemesProps) => {
  const words = useWords(themesEn)
  const [selectedId, setSelectedId] = useState<string>()
  const [shown, setShown] = useState<Shown>()
  const askAndRemove = useAskAndRemove(active)
  const isFull = custom.length >= customizationLimits.customThemes
  const selected = [...predefined, ...custom].find(({ _id }) => _id === selectedId && _id !== active._id)
  const cardOf = (theme: Theme) => ({
    theme,
    isActive: theme._id === active._id,
    isSelected: theme._id === (selected?._id ?? active._id),
    onSelect: () => setSelectedId(theme._id),
  })
  const add = (
    <Button icon={<Plus />} isDisabled={isFull} aria-describedby={isFull ? 'themes-full' : undefined} onPress={() => setShown('new')}>
      {words.add}
    </Button>
  )
  return (
    <div className="flex flex-col gap-6 md:grid md:grid-cols-[minmax(0,1fr)_min(22rem,34%)] md:items-start">
      <div className="flex min-w-0 flex-col gap-6">
        <Card title={words.predefined}>
          <Grid>
            {predefined.map((theme) => (
              <ThemeCard key={theme._id} {...cardOf(theme)} />
            ))}
          </Grid>
        </Card>
        <Card title={words.custom} action={custom.length > 0 && add}>
          {custom.length === 0 ? (
            <EmptyState {...words.noCustom} action={add} />
          ) : (
            <div className="flex flex-col gap-4">
              <p id="themes-full" className="text-muted text-sm">
                {isFull ? words.full : words.customCount(custom.length)}
              </p>
              <Grid>
                {custom.map((theme) => (
                  <ThemeCard key={theme._id} {...cardOf(theme)} onEdit={() => setShown(theme)} onRemove={() => void askAndRemove(theme)} />
                ))}
              </Grid>
            </div>
          )}
        </Card>
      </div>
      <ThemeChoice theme={selected ?? active} isSelected={selected !== undefined} onDone={() => setSelectedId(undefined)} />
      {shown && <ThemeDialog theme={shown === 'new' ? undefined : shown} start={active.colors} onClose={() => setShown(undefined)} />}
    </div>
  )
}

const Grid = ({ children }: { children: React.ReactNode }) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] gap-4">{children}</ul>
)

const useAskAndRemove = (active: Active) => {
  const { removal } = useWords(themesEn)
  const { mutate } = useRemoveTheme()
  return async ({ _id, name }: Theme) => {
    const text = removal.text(name, _id === active._id, defaultTheme.name)
    if (await confirm({ title: removal.title, text, confirm: removal.confirm, isDanger: true }))
      mutate({ params: { id: _id } }, { onSuccess: () => toast.success(removal.done(name)) })
  }
}
