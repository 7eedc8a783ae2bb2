import type { Glossary } from "./glossary.ts";

/** Spanish words that the rules of the check give a meaning. */
export const SPANISH: Glossary = {
  phrases: {
    "por lo menos": "at least",
    "al menos": "at least",
    "como mínimo": "at least",
    "como máximo": "at most",
    "no más de": "at most",
    "hasta un máximo de": "up to",
    "no supera": "at most",
    "no superan": "at most",
    "no debe superar": "at most",
    "no deben superar": "at most",
    "más de": "more than",
    "menos de": "less than",
    "mayor que": "greater than",
    "superior a": "above",
    "superiores a": "above",
    "inferior a": "below",
    "inferiores a": "below",
    "por encima de": "above",
    "por debajo de": "below",
    "o más": "or more",
    "o menos": "or less",
    "antes de que": "before",
    "antes de": "before",
    "después de que": "after",
    "después de": "after",
    "a menos que": "unless",
    "para que": "so that",
    "ya que": "because",
    "cada seis meses": "every six months",
    "dos veces al año": "two times a year",
    "una vez al año": "once a year",
    "al año": "a year",
    "al mes": "a month",
    "al día": "a day",
    "por ciento": "percent",
    "media hora": "30 minutes",
    "un cuarto de hora": "15 minutes",
    "hora y media": "90 minutes",
    "la mitad": "half",
    "grados celsius": "degrees celsius",
    "revoluciones por minuto": "rpm",
    "en sentido horario": "clockwise",
    "en sentido antihorario": "anticlockwise",
    "en ningún caso": "never",
    "de fábrica": "factory",
    "por defecto": "factory",
    "ten en cuenta": "",
    "tenga en cuenta": "",
    "es poco": "is too low",
    "es mucho": "is too high",
    "no vale": "not allowed",
    "no se permite": "not allowed",
    "no está permitido": "not allowed",
    "buenos días": "hello",
    "buenas tardes": "hello",
    "por encima del": "above",
    "por debajo del": "below",
    "no dice": "documents do not say",
    "no dicen": "documents do not say",
    "no especifica": "documents do not say",
    "no especifican": "documents do not say",
    "no menciona": "documents do not say",
    "no mencionan": "documents do not say",
    "la ficha no da": "documents do not say",
    "la lista no da": "documents do not say",
    "la norma no da": "documents do not say",
    "la tabla no da": "documents do not say",
    "no figura": "not stated",
    "no figuran": "not stated",
    "no se indica": "not stated",
    "no indica": "not stated",
    "no indican": "not stated",
    "tampoco indican": "documents do not say",
    "tampoco indica": "documents do not say",
    "un cuarto de vuelta": "quarter turn",
    "cuarto de vuelta": "quarter turn",
    "media vuelta": "half turn",
    "par de apriete": "torque",
    "por ejemplo": "",
    "es decir": "",
    "de lo contrario": "otherwise",
    "hay que": "",
    "tiene que": "",
    "tienen que": "",
    "tiene que haber": "",
    "debe haber": "must",
  },
  words: `
    not: no ni tampoco
    yes: sí
    minimum: mínima mínimas mín
    maximum: máxima máximas máx
    too: demasiado demasiada demasiados demasiadas
    your: su sus tu tus vuestro vuestra
    check: comprobar compruebe comprueba comprobación revisar revise revisa revisión verificar verifique verifica controlar
    measure: medir mide mida medición medido medida
    replace: cambiar cambie cambia cambio sustituir sustituya sustituye sustitución reemplazar
    clean: limpiar limpie limpia limpieza
    adjust: ajustar ajuste ajusta ajustes
    remove: quitar quite quita retirar retire retira desmontar desmonte
    install: instalar instale instalado instalación montar monte montaje
    connect: conectar conecte conecta conectado conexión
    return: devolver devuelva devuelve devolución
    factory: fábrica
    turn: vuelta vueltas
    pressure: presión
    temperature: temperatura
    voltage: tensión voltaje
    current: corriente
    resistance: resistencia
    weight: peso
    speed: velocidad
    flow: caudal
    never: nunca jamás
    any: ningún ninguna ninguno nada
    nobody: nadie
    forbidden: prohibido prohibida prohibidos prohibidas
    without: sin
    except: excepto salvo
    only: solo sólo solamente únicamente
    avoid: evite evitar evita
    at_least: mínimo
    at_most: máximo
    with: con
    meets: cumple cumplen
    cost: cuesta cuestan coste precio
    above: sobre
    below: bajo
    between: entre
    and: y e
    or: o u
    but: pero sino
    to: hasta a
    per: por
    for: para
    if: si
    when: cuando
    before: antes
    after: tras
    afterwards: después luego
    then: entonces
    first: primero
    while: mientras
    because: porque pues
    must: debe deben deberá
    may: puede pueden
    exceeds: supera superan excede
    every: cada todos todas
    open: abrir abra abre abierto abierta abiertos abiertas
    close: cerrar cierre cierra cerrado cerrada cerrados cerradas
    left: izquierda izquierdo
    right: derecha derecho
    hot: caliente calientes
    cold: frío fría fríos frías
    high: alto alta altos altas
    low: baja bajos bajas
    increase: aumentar aumente aumenta subir suba sube
    decrease: reducir reduzca reduce disminuir disminuya
    upper: arriba
    bottom: abajo
    start: arrancar arranque arranca iniciar inicie
    stop: parar pare detener detenga
    fill: llenar llene rellenar rellene
    drain: vaciar vacíe drenar drene
    wet: mojado húmedo húmeda
    dry: seco seca secos secas
    long: largo larga
    short: corto corta
    loosen: aflojar afloje
    tighten: apretar apriete aprieta
    inside: dentro interior
    outside: fuera exterior
    front: delante delantero delantera delanteros delanteras
    rear: detrás trasero trasera traseros traseras
    fast: rápido rápida
    slow: lento lenta
    on: encendido encendida encender encienda
    off: apagado apagada apagar apague
    red: rojo roja rojos rojas
    green: verde verdes
    blue: azul azules
    yellow: amarillo amarilla amarillos
    white: blanco blanca blancos
    black: negro negra negros
    brown: marrón marrones
    grey: gris grises
    a: un una
    one: uno
    two: dos ambos ambas
    three: tres
    four: cuatro
    five: cinco
    six: seis
    seven: siete
    eight: ocho
    nine: nueve
    ten: diez
    eleven: once
    twelve: doce
    thirteen: trece
    fourteen: catorce
    fifteen: quince
    sixteen: dieciséis
    twenty: veinte
    thirty: treinta
    forty: cuarenta
    fifty: cincuenta
    sixty: sesenta
    seventy: setenta
    eighty: ochenta
    ninety: noventa
    times: veces vez
    every_6_months: semestral semestralmente
    every_3_months: trimestral trimestralmente
    yearly: anual anualmente
    monthly: mensual mensualmente
    weekly: semanal semanalmente
    daily: diario diaria diariamente
    seconds: segundo segundos
    minutes: minuto minutos
    hours: hora horas
    days: día días
    weeks: semana semanas
    months: mes meses
    years: año años
    degrees: grado grados
    inches: pulgada pulgadas
    metres: metro metros
    millimetres: milímetro milímetros
    centimetres: centímetro centímetros
    kilometres: kilómetro kilómetros
    litres: litro litros
    millilitres: mililitro mililitros
    kilograms: kilogramo kilogramos kilo kilos
    grams: gramo gramos
    tonnes: tonelada toneladas
    volts: voltio voltios
    amps: amperio amperios
    watts: vatio vatios
    kilowatts: kilovatio kilovatios
    ohms: ohmio ohmios
    bars: bares
    documents: documento documentos manual manuales pasaje pasajes boletín
    type: tipo
    class: clase
    error: error
    terminal: borne bornes terminal terminales
    page: página
    step: paso
    ~: es son ser está están debería conviene necesario necesaria necesita necesitan requiere requieren hace falta usar use usa utilizar utilice
    ~: utiliza asegúrese asegurarse siempre aproximadamente unos unas alrededor cerca exactamente valor valores caso indica muestra
    ~: aparece significa quiere decir tiene tienen haya hay hacer haga así también además ya todavía aún muy más menos
    ~: sirve sirven servir vale valen valer mantener mantiene mantienen ten tener tenga poner ponga pon quedar queda quedan dejar deje deja
    ~: llevar lleva dar da dan pasar pasa pasan seguir siga sigue encontrar encuentra buscar hola gracias según tanto mismo misma parte
    ~: mismos mismas distinto distinta siguiente siguientes bien mal claro ello estas estos realizar realice realiza efectuar fuente comprar
    ~: referencia referencias ref pieza recambio pedir pida normal
    ~: aviso avisos mensaje mensajes mirar mire mira versión versiones
    ~: aunque importante posible correcto recuerde favor sección tabla cuanto permite permitido permitida`,
};
