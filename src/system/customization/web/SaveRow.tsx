import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { useWords } from '#web/words.ts'
import { customizationEn } from '../customization.en.ts'
import { useReportedChanges } from './unsavedSettings.ts'
import type { Settings } from './useSettings.ts'

/** The end of a settings form: the error, and buttons that save or discard the changes. */
export const SaveRow = ({ settings }: { settings: Settings }) => {
  const words = useWords(customizationEn)
  useReportedChanges(settings.isChanged)
  return (
    <>
      <FormError text={settings.error} />
      <div className="flex flex-wrap gap-2 max-md:flex-col">
        <Button type="submit" variant="primary" isDisabled={!settings.isChanged} isPending={settings.isSending} pendingText={words.saving}>
          {words.save}
        </Button>
        {settings.isChanged && (
          <Button onPress={settings.discard} isDisabled={settings.isSending}>
            {words.discard}
          </Button>
        )}
      </div>
    </>
  )
}
