const splitWords = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/**
 * Elements that draw, move or describe. `script`, `foreignObject`, `handler`, `iframe` and the like
 * are not here.
 */
export const ALLOWED_ELEMENTS = splitWords(
  `svg g defs symbol use switch view a title desc style
  path rect circle ellipse line polyline polygon image text tspan textPath marker
  linearGradient radialGradient stop pattern clipPath mask filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
  fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  animate animateMotion animateTransform set mpath`,
);

/** Presentation attributes, whose values browsers read as CSS, also in animations. */
const PRESENTATION = `alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters color-profile
  color-rendering cursor direction display dominant-baseline enable-background fill fill-opacity fill-rule filter flood-color
  flood-opacity font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
  glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning letter-spacing lighting-color marker
  marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow paint-order pointer-events shape-rendering
  solid-color solid-opacity stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration text-overflow text-rendering transform
  transform-box transform-origin unicode-bidi vector-effect visibility white-space will-change word-spacing writing-mode`;
const GEOMETRY = `cx cy d dx dy fr fx fy height lengthAdjust markerHeight markerUnits markerWidth method orient path pathLength points
  preserveAspectRatio r refX refY rotate rx ry side spacing startOffset textLength viewBox width x x1 x2 y y1 y2 z`;
const PAINT = `clipPathUnits gradientTransform gradientUnits maskContentUnits maskUnits offset patternContentUnits patternTransform
  patternUnits spreadMethod`;
const FILTER = `amplitude azimuth baseFrequency bias diffuseConstant divisor edgeMode elevation exponent filterUnits in in2 intercept k1 k2 k3
  k4 kernelMatrix kernelUnitLength limitingConeAngle mode numOctaves operator order pointsAtX pointsAtY pointsAtZ
  preserveAlpha primitiveUnits radius result scale seed slope specularConstant specularExponent stdDeviation stitchTiles
  surfaceScale tableValues targetX targetY type xChannelSelector yChannelSelector`;
const ANIMATION = `accumulate additive attributeName attributeType begin by calcMode dur end from keyPoints keySplines keyTimes max min origin
  repeatCount repeatDur restart to values`;
const CORE =
  'id class style href lang tabindex role version baseProfile media requiredExtensions requiredFeatures systemLanguage zoomAndPan xlink:href xml:space xml:lang';

export const CSS_ATTRIBUTES = splitWords(PRESENTATION);
export const ALLOWED_ATTRIBUTES = splitWords(
  `${PRESENTATION} ${GEOMETRY} ${PAINT} ${FILTER} ${ANIMATION} ${CORE}`,
);
/** Attributes that an animation may change, because they only draw. */
export const ANIMATED_ATTRIBUTES = splitWords(
  `${PRESENTATION} ${GEOMETRY} ${PAINT} ${FILTER} class`,
);
export const DESCRIBING_ATTRIBUTE = /^(?:aria|data)-[\w.-]+$/;

/**
 * Namespaces of what drawing programs store for themselves. It shows nothing, so it is left out
 * without a message.
 */
export const EDITOR_SPACE =
  /(?:inkscape|sodipodi|openswatchbook|sketchapp|serif|figma|boxy-svg|vectornator|creativecommons|ns\.adobe)\.(?:org|sourceforge|com|net)|sodipodi\.sourceforge\.net|inkscape\.org|web\.resource\.org\/cc|purl\.org\/dc|22-rdf-syntax-ns|\/2000\/xmlns\//i;
