import { isStaff, isStudent } from '#contract/actor.ts'
import { pushKinds } from '#contract/pushMessage.ts'
import { useSession } from '#web/api/session.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { TimeField } from '#web/ui/TimeField.tsx'
import { useWords } from '#web/words.ts'
import type { PushPreferences, PushState } from '../push.contract.ts'
import { pushEn } from '../push.en.ts'
import { usePushState, useSetPreferences } from './push.queries.ts'
import { type Device, deviceNow } from './subscribeHere.ts'
import { ThisDevice } from './ThisDevice.tsx'

/** Turns on notifications on this device, and chooses what they are about. */
export const PushSettings = () => {
  const words = useWords(pushEn)
  return (
    <Loaded of={usePushState()} skeleton={<ListSkeleton rows={4} />} failed={words.loadFailed}>
      {(state) => <Settings state={state} />}
    </Loaded>
  )
}

type Why = Exclude<Device, 'ready'> | Exclude<PushState['availability'], 'on'>

/** What the hall lacks concerns everybody, so it comes before what this browser lacks. */
const whyNot = ({ availability }: PushState): Why | undefined => {
  const device = deviceNow()
  if (availability !== 'on') return availability === 'no-address' && device === 'insecure' ? 'insecure' : availability
  return device === 'ready' ? undefined : device
}

const Settings = ({ state }: { state: PushState }) => {
  const why = whyNot(state)
  return (
    <div className="space-y-6">
      {why === undefined ? <ThisDevice state={state} /> : <Cannot why={why} />}
      <Preferences preferences={state.preferences} />
    </div>
  )
}

const Cannot = ({ why }: { why: Why }) => {
  const words = useWords(pushEn)
  const session = useSession()
  const ofHall = Object.entries(words.staff).find(([key]) => key === why)?.[1]
  const next = ofHall && session && isStaff(session.user) ? ofHall : ofHall && words.askOffice
  return (
    <Notice tone="info" title={words.cannot}>
      {words.why[why]} {next}
    </Notice>
  )
}

/** Hours that most people sleep. */
const usualQuiet = { from: '22:00', to: '07:00' }

const Preferences = ({ preferences }: { preferences: PushPreferences }) => {
  const words = useWords(pushEn)
  const session = useSession()
  const save = useSetPreferences()
  const set = (change: Partial<PushPreferences>) => save.mutate({ body: { ...preferences, ...change } })
  const kinds = pushKinds.filter((kind) => (kind !== 'dues' && kind !== 'receipts') || (session !== null && isStudent(session.user)))
  return (
    <fieldset>
      <legend className="font-semibold">{words.kinds}</legend>
      <p className="text-muted text-sm">{words.allDevices}</p>
      {kinds.map((kind) => (
        <SwitchField
          key={kind}
          label={words.kind[kind]}
          name={kind}
          value={preferences[kind]}
          onChange={(value) => set({ [kind]: value })}
        />
      ))}
      <SwitchField
        label={words.showsText}
        hint={words.showsTextHint}
        name="showsText"
        value={preferences.showsText}
        onChange={(showsText) => set({ showsText })}
        isDisabled={!preferences.messages}
        className="mt-2"
      />
      <Quiet quiet={preferences.quiet} onChange={(quiet) => set({ quiet })} />
    </fieldset>
  )
}

type QuietProps = { quiet: PushPreferences['quiet']; onChange: (quiet: PushPreferences['quiet']) => void }

const Quiet = ({ quiet, onChange }: QuietProps) => {
  const words = useWords(pushEn)
  // An empty field is a time that is being typed.
  const set = (change: Partial<typeof usualQuiet>, time: string) => time !== '' && quiet && onChange({ ...quiet, ...change })
  return (
    <>
      <SwitchField
        label={words.quiet}
        hint={words.quietHint}
        name="quiet"
        value={quiet !== null}
        onChange={(isOn) => onChange(isOn ? usualQuiet : null)}
        className="mt-2"
      />
      {quiet && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="flex items-center gap-2">
            <span aria-hidden="true">{words.from}</span>
            <TimeField label={words.from} name="from" value={quiet.from} onChange={(from) => set({ from }, from)} />
          </span>
          <span className="flex items-center gap-2">
            <span aria-hidden="true">{words.to}</span>
            <TimeField label={words.to} name="to" value={quiet.to} onChange={(to) => set({ to }, to)} />
          </span>
        </div>
      )}
    </>
  )
}
