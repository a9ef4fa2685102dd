import { ArrowDownUp, Download, FileInput } from 'lucide-react'
import { useNavigate } from 'react-router'
import { may } from '#contract/endpoint.ts'
import type { UserListQuery } from '#features/users/users.contract.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { useExporting } from '#web/ui/ExportMenu.tsx'
import { Menu, type MenuEntry } from '#web/ui/Menu.tsx'
import { webEn } from '#web/web.en.ts'
import { useWords } from '#web/words.ts'
import { rosterApi } from '../roster.contract.ts'
import { rosterEn } from '../roster.en.ts'
import { downloadUsers } from './roster.queries.ts'

/** Students in, for admins, and whom the filters show out. */
export const RosterMenu = ({ filter }: { filter: UserListQuery }) => {
  const words = useWords(rosterEn).menu
  const { running } = useWords(webEn).ui.exporting
  const navigate = useNavigate()
  const mayImport = may(rosterApi.importStudents, useSession()?.user)
  const { isRunning, start } = useExporting((format) => downloadUsers(filter, format))
  const entries: MenuEntry[] = [
    ...(mayImport ? [{ key: 'import', label: words.import, icon: <FileInput />, onAction: () => void navigate('/users/import') }] : []),
    { key: 'xlsx', label: words.excel, icon: <Download />, onAction: () => start('xlsx') },
    { key: 'csv', label: words.csv, icon: <Download />, onAction: () => start('csv') },
  ]
  const trigger = (
    <Button icon={<ArrowDownUp />} isPending={isRunning} pendingText={running}>
      {words.label}
    </Button>
  )
  return <Menu label={words.label} trigger={trigger} entries={entries} />
}
