import { useState } from 'react'
import { useSession } from '#web/api/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RadioField } from '#web/ui/RadioField.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { typedNumber } from '#web/ui/typedNumber.ts'
import { useWords } from '#web/words.ts'
import { customizationApi } from '../customization.contract.ts'
import { customizationEn } from '../customization.en.ts'
import { type HallRules, presetValues, type RulePreset, rulePresets, ruleSwitches } from '../customization.rules.contract.ts'
import { hallRulesEn } from '../customization.rules.en.ts'
import { useUpdateRules } from './customization.queries.ts'
import { SaveRow } from './SaveRow.tsx'
import { useSettings } from './useSettings.ts'

/** The text of the limit field: empty means any amount. */
const limitText = (rupees: number | null): string => (rupees === null ? '' : String(rupees))

/** What managers may do: three presets, and each rule with its effect. */
export const RulesSection = ({ rules }: { rules: HallRules }) => {
  const words = useWords(hallRulesEn)
  const mayChange = useSession()?.user.role === 'superadmin'
  const failure = useWords(customizationEn).failures.rules
  const update = useUpdateRules()
  const [typed, setTyped] = useState<string>()
  const settings = useSettings(customizationApi.updateRules, {
    stored: rules,
    send: async (body) => {
      const saved = await update.mutateAsync({ body })
      setTyped(undefined)
      return saved
    },
    failure,
  })
  const { draft } = settings
  const choose = (preset: RulePreset | 'own') => {
    if (preset === 'own') return
    setTyped(undefined)
    settings.set({ preset, ...presetValues[preset] })
  }
  const setLimit = (next: string) => {
    setTyped(next)
    settings.set({ preset: null, managersRefundUpTo: next.trim() === '' ? null : (typedNumber(next) as number) })
  }
  const presets = [...rulePresets, ...(draft.preset === null ? (['own'] as const) : [])]
  return (
    <Card title={words.title} className="max-w-2xl">
      <p className="mb-4 text-muted">{words.about}</p>
      {!mayChange && (
        <div className="mb-4">
          <Notice tone="info">{words.readOnly}</Notice>
        </div>
      )}
      <form {...settings.props} className="flex flex-col gap-4">
        <RadioField
          label={words.preset}
          name="preset"
          options={presets.map((value) => ({ value, label: words.presets[value].name, hint: words.presets[value].means }))}
          value={draft.preset ?? 'own'}
          onChange={choose}
          isDisabled={!mayChange}
        />
        {ruleSwitches.map((rule) => (
          <SwitchField
            key={rule}
            label={words.switches[rule].name}
            hint={draft[rule] ? words.switches[rule].on : words.switches[rule].off}
            name={rule}
            value={draft[rule]}
            onChange={(value) => settings.set({ preset: null, [rule]: value })}
            isDisabled={!mayChange}
          />
        ))}
        <TextField
          label={words.refund.name}
          hint={words.refund.hint(draft.managersRefundUpTo)}
          name="managersRefundUpTo"
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? limitText(draft.managersRefundUpTo)}
          onChange={setLimit}
          error={settings.errors.managersRefundUpTo}
          isDisabled={!mayChange}
        />
        {mayChange && <SaveRow settings={settings} />}
      </form>
    </Card>
  )
}
