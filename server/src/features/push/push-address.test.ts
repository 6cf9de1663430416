import { describe, expect, it } from 'vitest'
import { pushAddress } from './push-address.ts'

describe('the address of a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/cA-1:APA91bE_x',
    'https://fcm.googleapis.com/wp/cA-1:APA91bE_x',
    'https://fcm.googleapis.com/preprod/wp/cA-1:APA91bE_x',
    'https://jmt17.google.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA=',
    'https://web.push.apple.com/QGuQyavXutnMH',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYA%2bx%3d',
  ])('is called as it is written [notifications.push-services]: %s', (endpoint) => {
    expect(pushAddress(endpoint)?.href).toBe(endpoint)
  })

  it.each([...';"\'\\{}`^| \t\n\0,!$&*(~', '%00'])(
    'that parsers read differently is refused: 127.0.0.1%j.push.apple.com',
    (char) => {
      expect(pushAddress(`https://127.0.0.1${char}.push.apple.com/x`)).toBeNull()
      expect(pushAddress(`https://127.0.0.1:443${char}.push.apple.com/x`)).toBeNull()
    },
  )

  it.each([
    'http://fcm.googleapis.com/x',
    'HTTPS://fcm.googleapis.com/x',
    'https://FCM.googleapis.com/x',
    'https://fcm.googleapis.com',
    'https://fcm.googleapis.com./x',
    'https://fcm.googleapis.com:443/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilfcm.googleapis.com/x',
    'https://google.com/fcm/send/x',
    'https://evil.jmt17.google.com/fcm/send/x',
    'https://jmt17.google.com.evil.example/fcm/send/x',
    'https://evil.example/.push.apple.com',
    'https://evil.example#.push.apple.com',
    'https://evil.example?.push.apple.com',
    'https://me@fcm.googleapis.com/x',
    'https://:me@fcm.googleapis.com/x',
    'https:fcm.googleapis.com/x',
    'https:\\\\fcm.googleapis.com/x',
    'https://fcm.googleapis.com\\x',
    'https://fcm.googleapis.com/a/../b',
    ' https://fcm.googleapis.com/x',
    'https://fcm.googleapis.com/\0',
    'https://ﬀcm.push.apple.com/x',
    'https://169.254.169.254/x',
    'https://[::1]/x',
    `https://fcm.googleapis.com/${'x'.repeat(2_000)}`,
    '',
  ])('that is anything else is refused: %j', (endpoint) => {
    expect(pushAddress(endpoint)).toBeNull()
  })
})
