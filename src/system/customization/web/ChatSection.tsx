import { Card } from '#web/ui/Card.tsx'
import { RadioField } from '#web/ui/RadioField.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { useWords } from '#web/words.ts'
import { chatSettingsEn } from '../customization.chat.en.ts'
import { customizationApi } from '../customization.contract.ts'
import { customizationEn } from '../customization.en.ts'
import { type ChatSettings, StudentsMayWrite } from '../customization.settings.contract.ts'
import { useUpdateChat } from './customization.queries.ts'
import { SaveRow } from './SaveRow.tsx'
import { useSettings } from './useSettings.ts'

/** Who may message whom in private, and what people see of one another. */
export const ChatSection = ({ chat }: { chat: ChatSettings }) => {
  const words = useWords(chatSettingsEn)
  const failure = useWords(customizationEn).failures.chat
  const update = useUpdateChat()
  const settings = useSettings(customizationApi.updateChat, { stored: chat, send: (body) => update.mutateAsync({ body }), failure })
  return (
    <Card title={words.title} className="max-w-2xl">
      <form {...settings.props} className="flex flex-col gap-4">
        <RadioField
          label={words.whom}
          hint={words.groups}
          name="studentsMayWrite"
          options={StudentsMayWrite.options.map((value) => ({ value, label: words.choices[value].name, hint: words.choices[value].means }))}
          value={settings.draft.studentsMayWrite}
          onChange={(studentsMayWrite) => settings.set({ studentsMayWrite })}
          error={settings.errors.studentsMayWrite}
        />
        <SwitchField
          label={words.presence}
          hint={words.presenceHint}
          name="showPresence"
          value={settings.draft.showPresence}
          onChange={(showPresence) => settings.set({ showPresence })}
        />
        <SwitchField
          label={words.encryption}
          hint={words.encryptionHint}
          name="allowEncryption"
          value={settings.draft.allowEncryption}
          onChange={(allowEncryption) => settings.set({ allowEncryption })}
        />
        <EncryptionReasons />
        <SwitchField
          label={words.encryptionWithStaff}
          hint={words.encryptionWithStaffHint}
          name="allowEncryptionWithStaff"
          value={settings.draft.allowEncryptionWithStaff}
          onChange={(allowEncryptionWithStaff) => settings.set({ allowEncryptionWithStaff })}
        />
        <SaveRow settings={settings} />
      </form>
    </Card>
  )
}

/** Arguments for and against allowing encryption. */
const EncryptionReasons = () => {
  const { label, on, off } = useWords(chatSettingsEn).encryptionReasons
  return (
    <ul aria-label={label} className="-mt-2 flex flex-col gap-1 border-line border-l-2 pl-3 text-sm">
      {[on, off].map(({ name, means }) => (
        <li key={name}>
          <span className="font-medium">{name}:</span> <span className="text-muted">{means}</span>
        </li>
      ))}
    </ul>
  )
}
