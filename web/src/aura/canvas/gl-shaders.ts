/** The filament curve of drawing/src/filaments.ts plus sway: a triangle strip, widened for antialiasing. */
export const FILAMENT_VERTEX = `#version 300 es
precision highp float;
in vec2 v;  // along the line 0..1, across it -1..1
in vec4 s0; // angle, q, birth, kind: 0 fuzz, 1 streamer, 2 hair
in vec4 s1; // a, b, fork, bend
uniform vec2 uSize, uCentre;
uniform float uRadius, uDay, uTime, uTwist, uReach, uFuzz, uStreamer, uPixel, uReleased;
uniform vec3 uLobes[3]; // k, a, phase
out float vLight, vAcross, vAlong, vHalf;

float envelope(float th) {
  float e = 1.;
  for (int i = 0; i < 3; i++) e += uLobes[i].y * cos(uLobes[i].x * th + uLobes[i].z);
  return max(.3, e);
}
float slope(float th) {
  float e = 0.;
  for (int i = 0; i < 3; i++) e -= uLobes[i].y * uLobes[i].x * sin(uLobes[i].x * th + uLobes[i].z);
  return e;
}
float gLean;
vec2 along(float th0, float len, float t, float wobble) {
  float sway = sin(uTime * .55 + th0 * 3. + wobble * 6.) * .045 * t * t * len + sin(uTime * 1.7 + th0 * 11.) * .008 * t;
  float th = th0 + uTwist * .55 * pow(t, 1.6) * len + gLean * pow(t, 1.3) + wobble * sin(t * 5. + th0 * 9.) * .02 * t + sway;
  return vec2(cos(th), sin(th)) * uRadius * (1. + len * t);
}
void main() {
  float th = s0.x, q = s0.y, kind = s0.w, t = v.x;
  float grow = clamp((uDay - s0.z) / (kind < .5 ? 3. : 1.), 0., 1.);
  grow = 1. - pow(1. - grow, 3.);
  if (grow <= 0.) { gl_Position = vec4(2., 2., 0., 1.); return; }
  gLean = slope(th) * .12;
  float len = uReach * envelope(th) * grow * (1. + .05 * sin(uTime * .8 + th * 2. + q * 4.));
  vec2 p, ahead;
  float width, light;
  if (kind < .5) {
    len = len * uFuzz * (.35 + 1.5 * s1.x * s1.x + 1.1 * s1.y) + uReleased * .5 * t;
    p = along(th, len, t, s1.y); ahead = along(th, len, t + .02, s1.y); width = .62; light = .42;
  } else {
    len *= uStreamer * (.7 + .75 * q);
    if (s0.z < 5.) len = max(len, (.5 + .15 * q) * grow);
    len += uReleased * q;
    if (kind < 1.5) { p = along(th, len, t, q); ahead = along(th, len, t + .02, q); width = 1.15; light = 1.; }
    else {
      vec2 a = along(th, len, s1.z, q), d = along(th, len, s1.z + .05, q) - a, n = vec2(-d.y, d.x) * s1.w;
      float m = (2.5 + s1.x * 5.) * t;
      p = a + d * m + n * m * t; ahead = a + d * (m + .05) + n * (m + .05) * (t + .02); width = .6; light = .5;
    }
  }
  vec2 dir = normalize(ahead - p + vec2(1e-5)), side = vec2(-dir.y, dir.x);
  float line = width * uPixel * mix(1., .55, t), half_ = line + .6;
  vec2 at = (uCentre + p + side * v.y * half_) / uSize * 2. - 1.;
  vLight = light * grow * (1. - uReleased); vAcross = v.y * half_; vAlong = t; vHalf = line;
  gl_Position = vec4(at.x, -at.y, 0., 1.);
}`

export const FILAMENT_FRAGMENT = `#version 300 es
precision highp float;
in float vLight, vAcross, vAlong, vHalf;
uniform vec3 uColor, uCore;
uniform float uInk;
out vec4 o;
void main() {
  float edge = 1. - smoothstep(max(0., vHalf - .6), vHalf + .6, abs(vAcross));
  float a = vLight * edge * pow(1. - vAlong, 1.35);
  vec3 c = mix(uCore, uColor, smoothstep(0., .3, vAlong)) * a;
  o = vec4(c, uInk < .5 ? max(c.r, max(c.g, c.b)) : a);
}`

export const GLOW_VERTEX = `#version 300 es
in vec2 v;
void main() { gl_Position = vec4(v, 0., 1.); }`

export const GLOW_FRAGMENT = `#version 300 es
precision highp float;
uniform vec2 uSize, uCentre;
uniform float uRadius, uGlow, uInk, uRatio, uEnd;
uniform vec3 uColor;
out vec4 o;
void main() {
  vec2 from = vec2(gl_FragCoord.x, uSize.y - gl_FragCoord.y) - uCentre;
  float d = length(from) / uRadius;
  float end = 1. - smoothstep(1., uEnd, d);
  float g = d < 1. ? 0. : uGlow * (.55 * exp(-(d - 1.) * 7.) + .17 * exp(-(d - 1.) * 2.1)) * end * end;
  g += .95 * (1. - smoothstep(0., 1.4 / uRadius, abs(d - 1.) - .9 * uRatio / uRadius));
  g += (fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - .5) / 170. * step(.004, g);
  vec3 c = uColor * g;
  o = uInk < .5 ? vec4(c, max(c.r, max(c.g, c.b))) : vec4(uColor, 1.) * min(g, 1.);
}`
