import { feature } from '#server/http/feature.ts'

export const auditFeature = feature({}, {}, { tables: { audit: null } })
