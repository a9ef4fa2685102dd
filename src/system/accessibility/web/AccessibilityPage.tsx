import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { accessibilityEn } from '../accessibility.en.ts'
import { PresetButtons } from './PresetButtons.tsx'
import { type PresetName, partOf, presets } from './presets.ts'
import { SettingSlider } from './SettingSlider.tsx'
import { defaults, numberNames, type Settings, switchNames } from './settings.ts'
import { currentSettings, saveSettings, useSettings } from './settingsStore.ts'
import { VisionField } from './VisionField.tsx'

/** Changes several settings at once. Undo reverts only these, even if others were changed since. */
const useApply = () => {
  const words = useWords(accessibilityEn)
  return (change: Partial<Settings>, done: string) => {
    const before = partOf(currentSettings(), change)
    saveSettings({ ...currentSettings(), ...change })
    const undo = () => saveSettings({ ...currentSettings(), ...before })
    toast.success(done, undefined, { label: words.undo, onPress: undo, of: 'accessibility' })
  }
}

/** Accessibility Settings: every change is applied and saved immediately. */
export const AccessibilityPage = () => {
  const words = useWords(accessibilityEn)
  const settings = useSettings()
  const change = (part: Partial<Settings>) => saveSettings({ ...settings, ...part })
  const apply = useApply()
  const reset = () => apply(defaults, words.resetDone)
  const choose = (name: PresetName) => apply(presets[name], words.presets.applied(words.presets.names[name]))
  return (
    <Page title={words.title} about={words.about} action={<Button onPress={reset}>{words.reset}</Button>}>
      <Card title={words.presets.title}>
        <PresetButtons onChoose={choose} />
      </Card>
      <Card title={words.text.title}>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-8 gap-y-4">
          {numberNames.map((name) => (
            <SettingSlider key={name} name={name} value={settings[name]} onChange={(value) => change({ [name]: value })} />
          ))}
        </div>
      </Card>
      <Card title={words.display.title}>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-8 gap-y-4">
          {switchNames.map((name) => (
            <SwitchField
              key={name}
              label={words.display.names[name]}
              hint={words.display.hints[name]}
              value={settings[name]}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
        </div>
      </Card>
      <Card title={words.vision.title}>
        <p className="-mt-3 mb-2 text-muted text-sm">{words.vision.about}</p>
        <VisionField value={settings.colorBlindMode} onChange={(colorBlindMode) => change({ colorBlindMode })} />
      </Card>
    </Page>
  )
}
