// Renders a chart as `helm template` does, for tests: Helm itself is not in Debian, but the parts that it is made of are. These are
// Go's text/template, the functions of sprig, and sigs.k8s.io/yaml. The order of steps and the functions that Helm adds follow its
// documentation ("Chart Template Guide", "Built-in Objects", "Template Functions").
//
// Reads {"chart": folder, "release": name, "namespace": name, "values": {…}} from its input. Prints {"values": {…}, "notes": text,
// "manifests": [{"source": file, "object": {…}}]}. A failure of the chart ends it with exit code 1 and a message.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type object = map[string]interface{}

type input struct {
	Chart     string `json:"chart"`
	Release   string `json:"release"`
	Namespace string `json:"namespace"`
	Values    object `json:"values"`
}

type manifest struct {
	Source string      `json:"source"`
	Object interface{} `json:"object"`
}

type output struct {
	Values    object     `json:"values"`
	Notes     string     `json:"notes"`
	Manifests []manifest `json:"manifests"`
}

func main() {
	var in input
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		fail(err)
	}
	out, err := render(in)
	if err != nil {
		fail(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func render(in input) (output, error) {
	var chart, values object
	if err := readYaml(filepath.Join(in.Chart, "Chart.yaml"), &chart); err != nil {
		return output{}, err
	}
	if err := readYaml(filepath.Join(in.Chart, "values.yaml"), &values); err != nil {
		return output{}, err
	}
	merge(values, in.Values)
	files, err := filepath.Glob(filepath.Join(in.Chart, "templates", "*"))
	if err != nil {
		return output{}, err
	}
	sort.Strings(files)
	// Missing keys are nil, so that `default` replaces them. Helm removes the text that nil leaves behind.
	root := template.New("chart").Option("missingkey=zero")
	root.Funcs(functions(root))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return output{}, err
		}
		if _, err := root.New(filepath.Base(file)).Parse(string(text)); err != nil {
			return output{}, err
		}
	}
	data := object{
		"Values":  values,
		"Chart":   chartFields(chart),
		"Release": object{"Name": in.Release, "Namespace": in.Namespace, "Service": "Helm", "IsInstall": true, "IsUpgrade": false, "Revision": 1},
	}
	out := output{Values: values}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var text strings.Builder
		if err := root.ExecuteTemplate(&text, name, data); err != nil {
			return output{}, err
		}
		rendered := strings.ReplaceAll(text.String(), "<no value>", "")
		if strings.HasSuffix(name, ".txt") {
			out.Notes = rendered
			continue
		}
		objects, err := parse(rendered)
		if err != nil {
			return output{}, fmt.Errorf("%s: %w\n%s", name, err, rendered)
		}
		for _, one := range objects {
			out.Manifests = append(out.Manifests, manifest{Source: name, Object: one})
		}
	}
	return out, nil
}

// Templates name the fields of the chart as the struct of Helm does.
func chartFields(chart object) object {
	fields := object{}
	for name, value := range chart {
		fields[strings.ToUpper(name[:1])+name[1:]] = value
	}
	return fields
}

func readYaml(file string, into interface{}) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return yaml.UnmarshalStrict(text, into)
}

// Maps are merged, null removes a value, and everything else replaces it.
func merge(into, from object) {
	for name, value := range from {
		if value == nil {
			delete(into, name)
			continue
		}
		inner, isMap := value.(object)
		if old, wasMap := into[name].(object); isMap && wasMap {
			merge(old, inner)
			continue
		}
		into[name] = value
	}
}

var separator = regexp.MustCompile(`(?m)^---\s*$`)

func parse(text string) ([]interface{}, error) {
	var objects []interface{}
	for _, part := range separator.Split(text, -1) {
		var one interface{}
		// Strict: Kubernetes refuses a key that occurs twice.
		if err := yaml.UnmarshalStrict([]byte(part), &one); err != nil {
			return nil, err
		}
		if one != nil {
			objects = append(objects, one)
		}
	}
	return objects, nil
}

func functions(root *template.Template) template.FuncMap {
	all := sprig.TxtFuncMap()
	// Helm leaves these out, because a chart must not read the environment of the machine.
	delete(all, "env")
	delete(all, "expandenv")
	all["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := root.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	all["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	all["fail"] = func(message string) (string, error) { return "", errors.New(message) }
	all["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	return all
}
