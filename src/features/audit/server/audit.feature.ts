import { feature } from '#server/http/feature.ts'
import { auditApi } from '../audit.contract.ts'
import { download, list, people } from './audit.list.service.ts'
import { forgetPerson } from './audit.service.ts'

export const auditFeature = feature(auditApi, { list, people, download }, { tables: { audit: null }, onPersonRemoved: forgetPerson })
