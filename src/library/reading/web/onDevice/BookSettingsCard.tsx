import { setOwnDevice, useIsOwnDevice } from '#web/offline/ownDevice.ts'
import { Card } from '#web/ui/Card.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { SwitchField } from '#web/ui/SwitchField.tsx'
import { useWords } from '#web/words.ts'
import { booksEn } from '../../reading.books.en.ts'
import { type BookSettings, readerId, recentBooks, saveBookSettings, sizeChoices } from '../booksHere.ts'
import { useDeviceName } from './useBooks.ts'
import { useKeeping } from './useKeeping.ts'

type Props = { settings: BookSettings; count: number; onChange: (settings: BookSettings) => void }

/** Whose device this is, what is kept by itself, and how much space books may use. */
export const BookSettingsCard = ({ settings, count, onChange }: Props) => {
  const words = useWords(booksEn)
  const name = useDeviceName()
  const { removeAll } = useKeeping()
  const id = readerId() ?? ''
  const isOwn = useIsOwnDevice(id)
  const set = (change: Partial<BookSettings>) => {
    const next = { ...settings, ...change }
    saveBookSettings(next)
    onChange(next)
  }
  const setOwn = async (next: boolean) => {
    if (next || (await removeAll(count))) setOwnDevice(id, next)
  }
  return (
    <Card title={words.settings} className="mt-4">
      <SwitchField label={words.isOwn(name)} hint={words.isOwnHint} name="own" value={isOwn} onChange={(next) => void setOwn(next)} />
      <SwitchField
        label={words.keepsRecent(recentBooks)}
        hint={words.keepsRecentHint}
        name="recent"
        value={isOwn && settings.recent}
        isDisabled={!isOwn}
        onChange={(recent) => set({ recent })}
        className="mt-2"
      />
      <SelectField
        label={words.most}
        name="megabytes"
        value={String(settings.megabytes)}
        onChange={(value) => set({ megabytes: Number(value) })}
        options={sizeChoices.map((choice) => ({ value: String(choice), label: words.megabytes(choice) }))}
        className="mt-3 max-w-60"
      />
    </Card>
  )
}
