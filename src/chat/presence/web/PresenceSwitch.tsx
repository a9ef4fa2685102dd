import { SwitchField } from '#web/ui/SwitchField.tsx'
import { useWords } from '#web/words.ts'
import { presenceEn } from '../presence.en.ts'
import { useAllPresence, useUpdatePresence } from './presence.queries.ts'

/** Lets people hide their presence. */
export const PresenceSwitch = () => {
  const words = useWords(presenceEn)
  const { data } = useAllPresence()
  const update = useUpdatePresence()
  if (!data) return null
  return (
    <SwitchField
      label={words.show}
      hint={data.isShown ? words.showHint : words.switchedOff}
      value={data.isShown && !data.isHidden}
      isDisabled={!data.isShown}
      onChange={(isOn) => update.mutate({ body: { isHidden: !isOn } })}
    />
  )
}
